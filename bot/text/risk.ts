import type { FormattedString } from '@grammyjs/parse-mode';
import { exclusionsOf, uncountedText, coverageText } from '../../charts/coverage-text.ts';
import type {
  DiversificationView,
  PartialRisk,
  ReportWarning,
  RiskFigure,
  RiskView,
} from '../../core/reports/index.ts';
import { bold, type Line, lines } from './lines.ts';
import { count, percent, share, unknown } from './numbers.ts';
import { because } from './status.ts';
import { day } from './times.ts';

/** What the ledger holds and no figure counts: told in short as well. */
const GAPS = ['UNMATCHED_SALES', 'ROWS_LEFT_OUT', 'ACTIONS_UNDECIDED'] as const;

/** What holds for the figures of both reports; where it is the same it is told once. */
const SHOWN_WARNINGS: ReadonlySet<string> = new Set([
  'FEW_RETURNS',
  'UNEXPLAINED_DAYS',
  'VALUES_FROM_LEDGER',
  'VALUES_NOT_FROM_LEDGER',
  'LARGE_HOLDING',
  'LARGE_SECTOR',
  'VALUATION_PARTIAL',
  ...GAPS,
]);

/** How deep a portfolio fell, how much it swings, and how much of it lies in few places. */
export function riskText(
  risk: RiskView,
  spread: DiversificationView,
  format: 'compact' | 'detailed',
): FormattedString {
  const { partial } = risk;
  const head: Line[] = [
    bold(`Risk of ${risk.portfolio}`),
    ...drawdownLines(risk),
    ...volatilityLines(risk),
    ...(partial === null
      ? []
      : [
          `* Partial: ${coverageText(partial)}.`,
          ...exclusionsOf([['these figures', partial]]).map(uncountedText),
        ]),
  ];
  if (format === 'compact') return lines(head, ...notes(risk.warnings, new Set(GAPS)));
  return lines(
    head,
    '',
    bold('Concentration'),
    ...spreadLines(spread),
    ...notes([...risk.warnings, ...spread.warnings]),
  );
}

/** A share of its highest worth: 12.34%, without a direction. */
const points = (value: number | null, reason?: string): string =>
  value === null ? unknown(because(reason)) : `${value.toFixed(2)}%`;

/** The whole, or the known part where that stands in for a figure; with the star that says so. */
function sourceOf(risk: RiskView, figure: RiskFigure): { of: RiskView | PartialRisk; star: string } {
  const { partial } = risk;
  return partial?.instead_of.includes(figure) === true ? { of: partial, star: '*' } : { of: risk, star: '' };
}

function drawdownLines(risk: RiskView): Line[] {
  const { of, star } = sourceOf(risk, 'max_drawdown_pct');
  const { max_drawdown_pct: deepest, peak_date, trough_date, recovery_date, reasons } = of;
  if (deepest === null) return [`Maximum drawdown ${points(null, reasons.max_drawdown_pct)}`];
  if (peak_date === null || trough_date === null)
    return [`No drawdown from ${day(of.from)} to ${day(of.to)}${star}`];
  const back = recovery_date === null ? 'not recovered yet' : `recovered on ${day(recovery_date)}`;
  const now = of.current_drawdown_pct ?? 0;
  return [
    `Maximum drawdown ${points(deepest)}${star}: ${day(peak_date)} to ${day(trough_date)}, ${back}`,
    now === 0
      ? `At its peak on ${day(of.to)}${star}`
      : `${points(now)}${star} below its peak on ${day(of.to)}`,
  ];
}

function volatilityLines(risk: RiskView): Line[] {
  const { of: swing, star } = sourceOf(risk, 'volatility_pct');
  const { best_day: best, worst_day: worst, from, to } = swing;
  const { of: ratio, star: ratioStar } = sourceOf(risk, 'sharpe');
  return [
    `Volatility ${swing.volatility_pct === null ? unknown(because(swing.reasons.volatility_pct)) : `${points(swing.volatility_pct)}${star} a year`}`,
    ratio.sharpe === null
      ? `Sharpe ratio ${unknown(because(ratio.reasons.sharpe))}`
      : `Sharpe ratio ${ratio.sharpe.toFixed(2)}${ratioStar}: ${percent(ratio.cagr_pct)} a year against a risk-free ${points(risk.risk_free_rate_pct)}`,
    best === null || worst === null
      ? null
      : `Best day ${percent(best.return_pct)}${star} (${day(best.date)}), worst ${percent(worst.return_pct)}${star} (${day(worst.date)})`,
    from === null || to === null
      ? null
      : `${day(from)} to ${day(to)}, ${count(swing.returns_count, 'daily return')}`,
  ];
}

function spreadLines({ concentration, herfindahl, reasons, sector }: DiversificationView): Line[] {
  if (herfindahl === null) return [unknown(because(reasons.herfindahl))];
  const [largest] = sector;
  return [
    `Largest holding ${concentration.largest ?? ''} ${share(concentration.largest_pct)}, the five largest ${share(concentration.top_5_pct)}`,
    largest === undefined ? null : `Largest sector ${largest.label} ${share(largest.share_pct)}`,
    `Effective number of holdings ${(concentration.effective_count ?? 0).toFixed(1)} (Herfindahl ${herfindahl.toFixed(2)})`,
  ];
}

function notes(warnings: readonly ReportWarning[], codes: ReadonlySet<string> = SHOWN_WARNINGS): Line[] {
  const told = warnings.filter(({ code }) => codes.has(code)).map(({ message }) => message);
  return told.length === 0 ? [] : ['', ...new Set(told)];
}
