import type { FormattedString } from '@grammyjs/parse-mode';
import { coverageSentence, exclusionsOf, uncountedText } from '../../charts/coverage-text.ts';
import { limitsBehind, priceAgeSentence } from '../../charts/figure-limits.ts';
import type { DiversificationView, ReportWarning, RiskView } from '../../core/reports/index.ts';
import { bold, type Line, lines } from './lines.ts';
import { because, count, percent, share, unknown } from './numbers.ts';
import { day } from './times.ts';

/** What the ledger holds and no figure counts: told in short as well. */
const GAPS = [
  'UNMATCHED_SALES',
  'ROWS_LEFT_OUT',
  'ACTIONS_UNDECIDED',
  'BROKER_CHANGES_UNDECIDED',
  'SERIES_ENDS_EARLY',
] as const;

/** What holds for the figures of both reports; where it is the same it is told once. */
const SHOWN_WARNINGS: ReadonlySet<string> = new Set([
  'FEW_RETURNS',
  'UNEXPLAINED_DAYS',
  'VALUES_RECORDED',
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
  const { coverage } = risk;
  const head: Line[] = [
    bold(`Risk of ${risk.portfolio}`),
    ...drawdownLines(risk),
    ...volatilityLines(risk),
    priceAgeSentence(risk.freshness),
    ...(coverage === null
      ? []
      : [coverageSentence(coverage), ...exclusionsOf([['these figures', coverage]]).map(uncountedText)]),
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

function drawdownLines(risk: RiskView): Line[] {
  const { max_drawdown_pct: deepest, peak_date, trough_date, recovery_date, reasons } = risk;
  if (deepest === null) return [`Maximum drawdown ${points(null, reasons.max_drawdown_pct)}`];
  if (peak_date === null || trough_date === null)
    return [`No drawdown from ${day(risk.from)} to ${day(risk.to)}${limitsBehind(risk.limits)}`];
  const back = recovery_date === null ? 'not recovered yet' : `recovered on ${day(recovery_date)}`;
  const now = risk.current_drawdown_pct ?? 0;
  return [
    `Maximum drawdown ${points(deepest)}: ${day(peak_date)} to ${day(trough_date)}, ${back}${limitsBehind(risk.limits)}`,
    now === 0 ? `At its peak on ${day(risk.to)}` : `${points(now)} below its peak on ${day(risk.to)}`,
  ];
}

function volatilityLines(risk: RiskView): Line[] {
  const { best_day: best, worst_day: worst, from, reasons, to } = risk;
  return [
    `Volatility ${risk.volatility_pct === null ? unknown(because(reasons.volatility_pct)) : `${points(risk.volatility_pct)} a year${limitsBehind(risk.limits)}`}`,
    risk.sharpe === null
      ? `Sharpe ratio ${unknown(because(reasons.sharpe))}`
      : `Sharpe ratio ${risk.sharpe.toFixed(2)}: ${percent(risk.cagr_pct)} a year against a risk-free ${points(risk.risk_free_rate_pct)}${limitsBehind(risk.limits)}`,
    best === null || worst === null
      ? null
      : `Best day ${percent(best.return_pct)} (${day(best.date)}), worst ${percent(worst.return_pct)} (${day(worst.date)})`,
    from === null || to === null
      ? null
      : `${day(from)} to ${day(to)}, ${count(risk.returns_count, 'daily return')}`,
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
