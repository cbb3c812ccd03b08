import { Decimal } from '../../platform/index.ts';
import type { Fx } from '../valuation/index.ts';
import type { HistoryPoint } from './view.ts';

/** A change of the cost of what is held, on one day, in one currency. */
export interface InvestedChange {
  date: string;
  currency: string;
  amount: Decimal;
  /** Positions that begin to hold units of unknown cost, less those that end to. */
  unknown?: number;
}

/**
 * Merges what was invested (from the ledger, every day it changed) with what was measured (the last snapshot of each
 * day) into one series in the base currency. Invested carries on between changes; value is never carried on: a day
 * without a snapshot has none. Where the ledger explains every holding it alone tells what was invested, on past days
 * too: a snapshot cannot know of a trade that was entered after it. Elsewhere the snapshot's own figure stands. The
 * series reaches to `today`. Cost in another currency counts at the rate of each day, as a snapshot of that day would
 * have it; while a currency without a rate is held, or units whose cost nobody knows, invested is unknown.
 */
export function mergeHistory(
  changes: InvestedChange[],
  snapshots: { date: string; value: Decimal | null; invested: Decimal | null }[],
  base: string,
  fx: Fx,
  today: string,
  isLedgerWhole: boolean,
): HistoryPoint[] {
  const byDate = new Map<
    string,
    { changes: InvestedChange[]; value: Decimal | null; invested: Decimal | null }
  >();
  const at = (date: string) => {
    const known = byDate.get(date);
    if (known !== undefined) return known;
    const fresh = { changes: [], value: null, invested: null };
    byDate.set(date, fresh);
    return fresh;
  };
  for (const change of changes) at(change.date).changes.push(change);
  for (const { date, value, invested } of snapshots) {
    const day = at(date);
    day.value = value;
    day.invested = invested;
  }
  if (changes.length > 0) at(today);
  const cost = new Map<string, Decimal>();
  const known = changes.length > 0;
  let unknown = 0;
  return [...byDate.keys()].toSorted().map((date) => {
    const day = at(date);
    for (const change of day.changes) {
      const { currency, amount } = change;
      cost.set(currency, (cost.get(currency) ?? new Decimal(0)).plus(amount));
      unknown += change.unknown ?? 0;
    }
    const invested = unknown > 0 ? null : inBase(cost, base, fx, date === today ? undefined : date);
    const measured = known && isLedgerWhole ? null : day.invested;
    const shown = measured ?? (known ? invested : null);
    return {
      date,
      value: day.value?.toNumber() ?? null,
      invested: shown?.toDecimalPlaces(10).toNumber() ?? null,
    };
  });
}

/** The sum of what each currency cost, at the rates of a day; null where one of them has none. */
function inBase(
  cost: ReadonlyMap<string, Decimal>,
  base: string,
  fx: Fx,
  day: string | undefined,
): Decimal | null {
  let sum = new Decimal(0);
  for (const [currency, amount] of cost) {
    if (amount.isZero()) continue;
    const rate = fx(currency, base, ...(day === undefined ? [] : [day]))?.rate;
    if (rate === undefined) return null;
    sum = sum.plus(amount.times(rate));
  }
  return sum;
}
