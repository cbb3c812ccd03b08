import type { FormattedString } from '@grammyjs/parse-mode';
import type { DiversificationView, ReportWarning, RiskView } from '../../core/reports/index.ts';
import { bold, type Line, lines } from './lines.ts';
import { count, percent, share, unknown } from './numbers.ts';
import { because } from './status.ts';
import { day } from './times.ts';

/** What holds for the figures of both reports; where it is the same it is told once. */
const TOLD: ReadonlySet<string> = new Set([
  'FEW_RETURNS',
  'UNEXPLAINED_DAYS',
  'VALUES_FROM_LEDGER',
  'VALUES_NOT_FROM_LEDGER',
  'LARGE_HOLDING',
  'LARGE_SECTOR',
  'VALUATION_PARTIAL',
]);

/** How deep a portfolio fell, how much it swings, and how much of it lies in few places. */
export function riskText(
  risk: RiskView,
  spread: DiversificationView,
  format: 'compact' | 'detailed',
): FormattedString {
  const head: Line[] = [bold(`Risk of ${risk.portfolio}`), ...fallLines(risk), ...swingLines(risk)];
  if (format === 'compact') return lines(head);
  return lines(
    head,
    '',
    bold('Where it lies'),
    ...spreadLines(spread),
    ...notes([...risk.warnings, ...spread.warnings]),
  );
}

/** A share of its highest worth: 12.34%, without a direction. */
const points = (value: number | null, reason?: string): string =>
  value === null ? unknown(because(reason)) : `${value.toFixed(2)}%`;

function fallLines(risk: RiskView): Line[] {
  const { max_drawdown_pct: deepest, peak_date, trough_date, recovery_date, reasons } = risk;
  if (deepest === null) return [`Deepest fall ${points(null, reasons.max_drawdown_pct)}`];
  if (peak_date === null || trough_date === null)
    return [`Never below its highest day since ${risk.from === null ? 'the beginning' : day(risk.from)}`];
  const back = recovery_date === null ? 'not made good yet' : `made good on ${day(recovery_date)}`;
  const now = risk.current_drawdown_pct ?? 0;
  return [
    `Deepest fall ${points(deepest)}: ${day(peak_date)} to ${day(trough_date)}, ${back}`,
    now === 0 ? 'Now at its highest' : `Now ${points(now)} below its highest`,
  ];
}

function swingLines(risk: RiskView): Line[] {
  const { reasons, best_day: best, worst_day: worst } = risk;
  return [
    `Volatility ${risk.volatility_pct === null ? unknown(because(reasons.volatility_pct)) : `${points(risk.volatility_pct)} a year`}`,
    risk.sharpe === null
      ? `Sharpe ratio ${unknown(because(reasons.sharpe))}`
      : `Sharpe ratio ${risk.sharpe.toFixed(2)}: ${percent(risk.cagr_pct)} a year against ${points(risk.risk_free_rate_pct)} without risk`,
    best === null || worst === null
      ? null
      : `Best day ${percent(best.return_pct)} (${day(best.date)}), worst ${percent(worst.return_pct)} (${day(worst.date)})`,
    risk.from === null || risk.to === null
      ? null
      : `${day(risk.from)} to ${day(risk.to)}, ${count(risk.returns_count, 'daily return')}`,
  ];
}

function spreadLines({ concentration, herfindahl, reasons, sector }: DiversificationView): Line[] {
  if (herfindahl === null) return [unknown(because(reasons.herfindahl))];
  const [largest] = sector;
  return [
    `Largest holding ${concentration.largest ?? ''} ${share(concentration.largest_pct)}, the five largest ${share(concentration.top_5_pct)}`,
    largest === undefined ? null : `Largest sector ${largest.label} ${share(largest.share_pct)}`,
    `Spread as over ${(concentration.effective_count ?? 0).toFixed(1)} holdings of the same size (Herfindahl ${herfindahl.toFixed(2)})`,
  ];
}

function notes(warnings: readonly ReportWarning[]): Line[] {
  const told = warnings.filter(({ code }) => TOLD.has(code)).map(({ message }) => message);
  return told.length === 0 ? [] : ['', ...told];
}
