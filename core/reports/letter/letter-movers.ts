import { type Measured, measuredAt } from '../../finance/returns/index.ts';
import type { LetterMover, MovementRecord } from './view.ts';

/** Most movers in a letter. */
const MOST_MOVERS = 3;
/** A smaller change is shown as none. */
const LEAST_PCT = 0.005;
/** An exchange rate is named if it made at least this part of a change. */
const LEAST_RATE_PART = 1 / 4;

/** A symbol in a week, over all portfolios that share its prices. */
export interface HoldingWeek {
  symbol: string;
  name: string | null;
  /** The portfolio that has prices of its own; null for those of all portfolios. */
  portfolio: string | null;
  currency: string;
  /** Held now. */
  units: number;
  /** The last day on which units were bought, sold or moved, if it is near the week; null for none. */
  moved_on: string | null;
  /** In today's shares, by day. */
  prices: readonly Measured[];
  /** Currency of the letter for one of the holding, on the first and the last day; null without a rate of a day. */
  rates: { from: number; to: number; day: string } | null;
  /** Events of the week. */
  records: readonly MovementRecord[];
}

/**
 * The symbols that moved the value of the holdings most between two days, largest first, each with its recorded reasons. Symbols
 * without prices on both days are counted separately. Pure.
 */
export function letterMovers(
  held: readonly HoldingWeek[],
  { from, to }: { from: string; to: string },
): { movers: LetterMover[]; unmeasured_count: number } {
  const measured = held.flatMap((one) => {
    const [start, end] = [measuredAt(one.prices, from), measuredAt(one.prices, to)];
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

function moverOf(one: HoldingWeek, start: Measured, end: Measured): LetterMover {
  const { symbol, name, portfolio, currency, units, rates } = one;
  const grown = end.value / start.value;
  // The units of now were not held all week: their change would be money that was not made.
  const isMoved = one.moved_on !== null && one.moved_on > start.day;
  return {
    symbol,
    name,
    portfolio,
    currency,
    from: start.day,
    to: end.day,
    change_pct: (grown - 1) * 100,
    change: rates === null || isMoved ? null : units * (end.value * rates.to - start.value * rates.from),
    change_reason: isMoved
      ? 'You bought, sold or moved units since, so what it made is not measured here.'
      : rates === null
        ? 'No exchange rate is on record for it.'
        : null,
    records: [
      ...one.records.filter(({ on }) => on > start.day && on <= end.day),
      ...(rates === null ? [] : rateRecord(rates, grown)),
    ],
  };
}

/** The exchange rate as a reason, if it moved the value the same way and caused a fair part of the change. */
function rateRecord({ from, to, day }: NonNullable<HoldingWeek['rates']>, grown: number): MovementRecord[] {
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
