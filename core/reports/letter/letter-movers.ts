import { type Measured, measuredAt } from '../../finance/returns/index.ts';
import type { LetterMover, MovementRecord } from './view.ts';

/** Most movers in a letter. */
const MOST_MOVERS = 3;
/** A smaller change is shown as none. */
const LEAST_PCT = 0.005;
/** An exchange rate is named if it made at least this part of a change. */
const LEAST_RATE_PART = 1 / 4;

/** A symbol that is held, over all portfolios. */
export interface HeldWeek {
  symbol: string;
  name: string | null;
  currency: string;
  /** Held now. */
  units: number;
  /** In today's shares, by day. */
  closes: readonly Measured[];
  /** Currency of the letter for one of the holding, on the first and the last day; null without a rate of a day. */
  rates: { from: number; to: number; day: string } | null;
  /** Events of the week. */
  records: readonly MovementRecord[];
}

/**
 * The symbols that moved the value of the holdings most between two days, largest first, each with its recorded reasons. Symbols
 * without closes on both days are counted separately. Pure.
 */
export function letterMovers(
  held: readonly HeldWeek[],
  { from, to }: { from: string; to: string },
): { movers: LetterMover[]; unmeasured_count: number } {
  const measured = held.flatMap((one) => {
    const [start, end] = [measuredAt(one.closes, from), measuredAt(one.closes, to)];
    if (start === null || end === null || end.day <= start.day || !(start.value > 0)) return [];
    return [moverOf(one, start, end)];
  });
  const movers = measured
    .filter(({ change_pct, change }) => Math.abs(change_pct) >= LEAST_PCT || (change ?? 0) !== 0)
    .toSorted(
      (one, other) =>
        Math.abs(other.change ?? 0) - Math.abs(one.change ?? 0) ||
        Math.abs(other.change_pct) - Math.abs(one.change_pct) ||
        (one.symbol < other.symbol ? -1 : 1),
    )
    .slice(0, MOST_MOVERS);
  return { movers, unmeasured_count: held.length - measured.length };
}

function moverOf(one: HeldWeek, start: Measured, end: Measured): LetterMover {
  const { symbol, name, currency, units, rates } = one;
  const grown = end.value / start.value;
  return {
    symbol,
    name,
    currency,
    from: start.day,
    to: end.day,
    change_pct: (grown - 1) * 100,
    change: rates === null ? null : units * (end.value * rates.to - start.value * rates.from),
    records: [
      ...one.records.filter(({ on }) => on > start.day && on <= end.day),
      ...(rates === null ? [] : rateRecord(rates, grown)),
    ],
  };
}

/** The exchange rate as a reason, if it moved the value the same way and caused a fair part of the change. */
function rateRecord({ from, to, day }: NonNullable<HeldWeek['rates']>, grown: number): MovementRecord[] {
  const [rate, whole] = [to / from - 1, (grown * to) / from - 1];
  const isPart = Math.sign(rate) === Math.sign(whole) && Math.abs(rate) >= Math.abs(whole) * LEAST_RATE_PART;
  if (!isPart || Math.abs(rate) * 100 < LEAST_PCT) return [];
  return [
    {
      kind: 'EXCHANGE_RATE',
      on: day,
      amount: null,
      new_shares: null,
      old_shares: null,
      change_pct: rate * 100,
    },
  ];
}
