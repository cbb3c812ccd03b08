import { divideRounded, type Fixed } from '../../platform/fixed-point.ts';
import type { LedgerTransaction } from './transaction.ts';

/*
 * The rule for prices of own trades. A holding that no market has priced is worth the price of the person's own last trade,
 * marked with its day (`price_source` TRADE), in every place: holdings, totals, daily values, chat and files.
 *
 * - The newest price of a market, a statement or a file wins, whichever came first, unless the trade is newer by more than
 *   `MARKET_FIRST_DAYS`: a trade price may be mistyped. A price that the person entered always wins. On the days since the
 *   trade, the winner counts for as long as the trade would.
 * - The last trade is the newest in any portfolio; of one day, that of the highest id. Its price is in units of today: its own
 *   ledger's splits and free units are put in, and the splits that only other portfolios record.
 * - It is no market price: it has no close before it, so it has no part in a day's change, is in no price history, and no
 *   alert looks at it.
 * - It counts for `TRADE_DAYS`. A share moves by 25 to 30% a year, so after three years by about half, which is what a part
 *   must cover to count. After that the value is unknown. In the daily values a price of a statement, a file or the person
 *   counts as long, and so does any price of a security without an instrument; a close and a quote of another count for the
 *   carry days of `performance/engine`, after which the curve waits for a newer one.
 */

/** Source of a price that a holding has from the ledger. */
export const TRADE_SOURCE = 'TRADE';
/** For how many days the price of a trade counts. */
export const TRADE_DAYS = 1096;
/** A price of a market that is older than a trade by no more than these days comes before it. */
export const MARKET_FIRST_DAYS = 10;
/**
 * Two records of one split are at most this many days apart, since brokers book shares when they are credited, and their
 * ratios differ by less than this part, since they are written with few decimals.
 */
export const SAME_CHANGE = { days: 30, ratio: 1e-3 };

/** Price of one unit in the last trade, in units of today: later splits and bonuses are put in. */
export interface LastTrade {
  /** YYYY-MM-DD */
  date: string;
  price: Fixed;
}

interface PricedRow {
  row: Pick<LedgerTransaction, 'type' | 'date' | 'is_opening'>;
  quantity: Fixed;
  price: Fixed;
}

/**
 * The last trade after one more row. Purchases and sales have a price. Units of an opening position have only an average cost
 * of unknown days; units of a transfer, a merger, a demerger or a fraction have no price. A trade that is taken back at its own
 * price no longer counts, and neither does one from before a demerger, which changed the price by an unknown part.
 * @param before units held before the row. @param after units held after it.
 */
export function lastTradeAfter(
  known: LastTrade | null,
  { row: { type, date, is_opening }, quantity, price }: PricedRow,
  before: Fixed,
  after: Fixed,
): LastTrade | null {
  if (type === 'BUY' && is_opening === true) return known;
  switch (type) {
    case 'BUY':
    case 'SELL':
      if (price === 0n) return type === 'BUY' && quantity > 0n ? inUnits(known, before, after) : known;
      if (quantity > 0n) return { date, price };
      return known?.price === price ? null : known;
    case 'SPLIT':
      return inUnits(known, before, after);
    case 'DEMERGER':
      return null;
    default:
      return known;
  }
}

function inUnits(known: LastTrade | null, before: Fixed, after: Fixed): LastTrade | null {
  if (known === null || before <= 0n || after <= 0n) return known;
  return { ...known, price: divideRounded(known.price * before, after) };
}

/** Last price that a market, a paper or the person gave; null if it is that of a trade, which has no part in a day's change. */
export function withoutTradePrice<P>(row: {
  current_price: P | null;
  price_source: string | null;
}): P | null {
  return row.price_source === TRADE_SOURCE ? null : row.current_price;
}
