import { Decimal, toScale } from '../../platform/index.ts';
import type { SyncedHolding } from '../../brokers/index.ts';

/** A trade whose shares may not have arrived in, or left, a broker's stock yet. */
export interface UnsettledTrade {
  symbol: string;
  /** Bought; negative: sold. */
  units: Decimal;
  price: Decimal;
}

/** What is known of one symbol besides the broker's stock. */
interface BooksOfSymbol {
  /** Units of the ledger with the trades of this sync. */
  ledger: Decimal;
  /** Units that the broker held beyond the ledger before this sync; below 0: fewer. */
  beyond: Decimal;
  /** In the order of trading. */
  unsettled: readonly UnsettledTrade[];
}

const NOTHING = new Decimal(0);

/** The trades that the stock lacks: the last purchases and the last sales, since what was traded first settles first. */
interface Lag {
  missing: readonly UnsettledTrade[];
  quantity: Decimal;
}

/**
 * A broker's stock with the trades that it does not show yet: brokers list what has settled, so a purchase comes a session
 * or more later, while a sale may leave at once or not. The unsettled trades that bring the stock nearest to the ledger are
 * those that it lacks. What the stock had beyond the ledger before stays beyond it; a difference that no unsettled trade
 * explains stays a difference.
 * @returns the stock itself where it lacks nothing.
 */
export function withUnsettled(stock: SyncedHolding, books: BooksOfSymbol): SyncedHolding {
  const { missing, quantity } = lagOf(new Decimal(stock.quantity), books);
  if (missing.length === 0) return stock;
  const bought = missing.filter(({ units }) => units.gt(0));
  const units = bought.reduce((sum, one) => sum.plus(one.units), new Decimal(stock.quantity));
  const cost = bought.reduce(
    (sum, one) => sum.plus(one.units.times(one.price)),
    new Decimal(stock.quantity).times(stock.avg_buy_price ?? 0),
  );
  const isKnown = stock.avg_buy_price !== null || new Decimal(stock.quantity).isZero();
  return {
    ...stock,
    quantity: quantity.toFixed(),
    avg_buy_price: isKnown && units.gt(0) ? toScale(cost.div(units)).toFixed() : stock.avg_buy_price,
  };
}

/**
 * Units that a broker held beyond the ledger before a sync; below 0: fewer. Unsettled trades that a file or a person recorded
 * since the sync before may make all of the difference: then there was none.
 * @param byOthers unsettled trades that no sync recorded.
 */
export function beyondBefore(held: Decimal, ledger: Decimal, byOthers: readonly UnsettledTrade[]): Decimal {
  const beyond = held.minus(ledger);
  const since = byOthers.reduce((sum, { units }) => sum.plus(units), NOTHING);
  return beyond.plus(since).isZero() ? NOTHING : beyond;
}

function lagOf(stock: Decimal, { ledger, beyond, unsettled }: BooksOfSymbol): Lag {
  const bought = unsettled.filter(({ units }) => units.gt(0)).toReversed();
  const sold = unsettled.filter(({ units }) => units.lt(0)).toReversed();
  // What explains all of it counts, with the difference that was there before or without.
  for (const wanted of [ledger.plus(beyond), ledger]) {
    const found = nearest(stock, wanted, bought, sold);
    if (found.quantity.eq(wanted)) return found;
  }
  return nearest(stock, ledger.plus(beyond), bought, sold);
}

/** The smallest part of the newest trades that brings the stock nearest to what is wanted. */
function nearest(
  stock: Decimal,
  wanted: Decimal,
  bought: readonly UnsettledTrade[],
  sold: readonly UnsettledTrade[],
): Lag {
  let best: Lag = { missing: [], quantity: stock };
  let after = stock;
  for (let buys = 0; buys <= bought.length; buys += 1) {
    if (buys > 0) after = after.plus(bought[buys - 1]?.units ?? 0);
    let quantity = after;
    for (let sales = 0; sales <= sold.length; sales += 1) {
      if (sales > 0) quantity = quantity.plus(sold[sales - 1]?.units ?? 0);
      if (quantity.isNegative()) break;
      if (quantity.minus(wanted).abs().lt(best.quantity.minus(wanted).abs()))
        best = { missing: [...bought.slice(0, buys), ...sold.slice(0, sales)], quantity };
    }
  }
  return best;
}
