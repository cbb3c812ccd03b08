import { dayInWords, daysBetween } from '../../platform/index.ts';
import type { ReportWarning } from '../warning.ts';
import type { PerformanceView } from './view.ts';
import { lineWarnings } from '../measures/index.ts';
import { DAYS_A_YEAR, type IndexPosition } from '../../finance/returns/index.ts';
import type { PerformanceFacts } from './performance-facts.ts';

/** Warnings about the figures of the report. */
export function performanceWarnings(
  view: Omit<PerformanceView, 'warnings'>,
  { daily, standings, fx }: PerformanceFacts,
  { overdrawn_on }: IndexPosition,
): ReportWarning[] {
  const warnings: ReportWarning[] = [];
  const warn = (isSo: boolean, code: string, count: number, message: string) => {
    if (isSo) warnings.push({ code, message, count });
  };
  warn(view.xirr_state === 'AMBIGUOUS', 'XIRR_AMBIGUOUS', 1, standings.reasons['xirr'] ?? '');
  const { first_day } = daily.payments;
  const traded = first_day === null ? 0 : daysBetween(first_day, standings.day);
  warn(
    view.xirr_pct !== null && traded < DAYS_A_YEAR,
    'XIRR_SHORT',
    traded,
    `Your first transaction is ${traded === 1 ? 'a day' : `${traded} days`} old. XIRR projects this over a full year, so it says little yet. Look at the money made instead.`,
  );
  warn(
    overdrawn_on !== null && view.benchmark.return_pct !== null,
    'INDEX_OVERDRAWN',
    1,
    `On ${dayInWords(overdrawn_on ?? '')} you had withdrawn more than the same payments in ${view.benchmark.name} would have been worth. The shortfall is carried without interest, and later payments settle it first.`,
  );
  warn(
    standings.state === 'PARTIAL',
    'VALUATION_PARTIAL',
    1,
    standings.reasons['total_profit'] ?? 'The total excludes holdings without a value.',
  );
  warn(
    standings.state === 'ESTIMATED',
    'FX_ESTIMATED',
    1,
    'Amounts in other currencies are converted at one rate, so the figures are estimates.',
  );
  warn(
    fx.fx_estimated && fx.rate_is_reference,
    'FX_REFERENCE_ONLY',
    1,
    'No market exchange rate is recorded. Today’s dollar value uses the reference rate from the settings, so the currency return is 0.',
  );
  const moved = view.periods.filter(
    ({ net_flow, return_pct }) => (net_flow ?? 0) !== 0 && return_pct !== null,
  );
  const paid = moved.filter((one) => hasMoney(daily, one));
  warn(
    paid.length > 0,
    'FLOWS_IN_WINDOW',
    paid.length,
    `There were deposits or withdrawals within ${namesOf(paid)}. The unadjusted return counts them as gain or loss; the adjusted and time-weighted returns exclude them.`,
  );
  const unpaid = moved.filter((one) => !paid.includes(one));
  warn(
    unpaid.length > 0,
    'VALUE_MOVED_WITHOUT_MONEY',
    unpaid.length,
    `Within ${namesOf(unpaid)}, holdings left or joined the priced part without a deposit: a price is missing, or a corporate action waits. The unadjusted return counts that as gain or loss; the adjusted and time-weighted returns exclude it.`,
  );
  const shown = new Set(view.series.map(({ date }) => date));
  const unexplained = daily.unexplained_days.filter((day) => shown.has(day)).length;
  warn(
    unexplained > 0,
    'UNEXPLAINED_DAYS',
    unexplained,
    `On ${unexplained === 1 ? '1 day' : `${unexplained} days`}, holdings changed without a transaction. Such a day counts as zero return.`,
  );
  warnings.push(...lineWarnings(view));
  warn(
    daily.ledger_reason !== null,
    'VALUES_NOT_FROM_LEDGER',
    1,
    `Past values could not be calculated. ${daily.ledger_reason ?? ''}`,
  );
  warn(
    view.benchmark.currency !== view.currency,
    'BENCHMARK_CURRENCY',
    1,
    `${view.benchmark.name} is in ${view.benchmark.currency}, and there are no exchange rates to compare it in ${view.currency}.`,
  );
  return warnings;
}

const namesOf = (periods: PerformanceView['periods']): string =>
  periods.map(({ period }) => period).join(', ');

/** True if money came or went within a window; what entered or left a priced part is no money. */
function hasMoney(
  { flows }: PerformanceFacts['daily'],
  { from, to }: PerformanceView['periods'][number],
): boolean {
  return flows.some(({ day, amount }) => amount !== 0 && day > (from ?? '') && day <= (to ?? ''));
}
