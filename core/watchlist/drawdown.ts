import { dailyReturns, type ValueSeries, valuePoints } from '../finance/returns/index.ts';
import type { Reading } from './alert-state.ts';

/** Daily values of a portfolio with its cash flows, as the reports measure them. */
interface DrawdownSeries extends Omit<ValueSeries, 'dividends'> {
  /** Why there are no days; null where there are. */
  ledger_reason: string | null;
}

/** Reads the series. @param portfolio its name; null for all of them together. @throws 404 PORTFOLIO_NOT_FOUND. */
export type ReadDrawdownSeries = (userId: string, portfolio: string | null) => Promise<DrawdownSeries>;

/**
 * How far a portfolio is below its peak now, in percentage points. It chains the daily returns of the reports, so money put
 * in or taken out is neither gain nor loss. After everything was sold, counting starts again. Days without a known value are
 * skipped.
 */
export function currentDrawdown(of: DrawdownSeries): Reading {
  const points = valuePoints({ ...of, dividends: [] });
  const { ledger_reason } = of;
  const last = points.days.at(-1);
  if (last === undefined)
    return {
      value: null,
      day: null,
      reason: `No value of the portfolio is recorded yet.${ledger_reason === null ? '' : ` ${ledger_reason}`}`,
    };
  const sold = new Set(points.days.filter((_, at) => (points.value[at] ?? 0) <= 0));
  let growth = 1;
  let peak = 1;
  for (const { day, value, is_explained } of dailyReturns(points)) {
    if (is_explained) growth *= Math.max(0, 1 + value);
    if (sold.has(day)) growth = peak = 1;
    peak = Math.max(peak, growth);
  }
  return { value: tidy((1 - growth / peak) * 100), day: last, reason: null };
}

const tidy = (value: number): number => Math.round(value * 1e9) / 1e9;
