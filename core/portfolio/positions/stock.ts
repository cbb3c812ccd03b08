import { Decimal, toScale } from '../../platform/index.ts';

/** What a broker listed of one symbol, and which trades are in it. */
export interface Stock {
  quantity: Decimal;
  /** Cost per unit; null where the broker does not know it. */
  average: Decimal | null;
  /** Trades up to this day are in the stock, YYYY-MM-DD. */
  settled_to: string;
  /** Trades after this day are not in it; those between the two days may be. */
  day: string;
  /** Units that earlier readings and the trades since let expect, without the trades that may be missing; null if unknown. */
  expected: Decimal | null;
}

/** A recorded row of the symbol, after the day up to which trades are in the stock. */
export interface StockRow {
  date: string;
  type: string;
  /** New units per old unit for a SPLIT. */
  quantity: Decimal;
  price: Decimal;
  /** True for a purchase or sale; false for what a corporate action gives or takes, which a broker books on its day. */
  is_trade: boolean;
}

/** What is held: the stock with the trades that it does not show yet. */
interface Held {
  quantity: Decimal;
  average: Decimal | null;
}

const NOTHING = new Decimal(0);
const COMES: ReadonlySet<string> = new Set(['BUY', 'TRANSFER_IN']);
const GOES: ReadonlySet<string> = new Set(['SELL', 'TRANSFER_OUT', 'FRACTION']);

/** Units that a row brings, negative where it takes; 0 for a split, a dividend or a demerger. */
const unitsOf = ({ type, quantity }: Pick<StockRow, 'type' | 'quantity'>): Decimal =>
  COMES.has(type) ? quantity : GOES.has(type) ? quantity.neg() : NOTHING;

/** Units of all rows that may be missing from a stock of a day. */
export const unitsInDoubt = (rows: readonly StockRow[], { day }: Pick<Stock, 'day'>): Decimal =>
  rows.filter((row) => row.is_trade && row.date <= day).reduce((sum, row) => sum.plus(unitsOf(row)), NOTHING);

/**
 * Units before some rows, of the units after them.
 * @param rows in the order of trading.
 */
export function unitsBefore(after: Decimal, rows: readonly StockRow[]): Decimal {
  return rows.reduceRight((units, row) => {
    if (row.type !== 'SPLIT') return units.minus(unitsOf(row));
    return row.quantity.gt(0) ? units.div(row.quantity) : units;
  }, after);
}

/**
 * A broker's stock as of its session, and the trades that it does not show (spec: Connection sync rules 3): brokers list
 * what has been delivered, so a purchase comes a session or more later, while a sale may leave at once or not. Of the trades
 * in doubt, those are missing that bring the stock to what was expected, else to the ledger, else nearest to the first;
 * what was traded first settles first. At a first reading that neither explains, the purchases of its day are missing. A difference that no trade explains stays a difference. Later rows are missing in
 * any case, and change the units as they change the ledger.
 * @param ledger units of the ledger today, below 0 where purchases are not recorded.
 * @param rows those after `settled_to`, in the order of trading.
 */
export function heldOf(stock: Stock, ledger: Decimal, rows: readonly StockRow[]): Held {
  const later = rows.filter(({ date }) => date > stock.day);
  const inDoubt = rows.filter((row) => row.is_trade && row.date <= stock.day);
  const missing = missingFrom(stock, toScale(unitsBefore(ledger, later)), inDoubt);
  let held: Held = { quantity: stock.quantity, average: stock.average };
  // Sales keep the average, so purchases come first: a sale of what is not delivered never goes below 0.
  const goes = (row: StockRow) => Number(unitsOf(row).isNegative());
  for (const row of missing.toSorted((one, other) => goes(one) - goes(other))) held = after(held, row);
  for (const row of later) held = after(held, row);
  return {
    quantity: held.quantity.isNegative() ? NOTHING : toScale(held.quantity),
    average: held.average === null ? null : toScale(held.average),
  };
}

function missingFrom(stock: Stock, ledger: Decimal, inDoubt: readonly StockRow[]): StockRow[] {
  const bought = inDoubt.filter((row) => unitsOf(row).gt(0)).toReversed();
  const sold = inDoubt.filter((row) => unitsOf(row).lt(0)).toReversed();
  const sum = unitsInDoubt(inDoubt, stock);
  // A ledger that lacks purchases does not say, at the first look, which trades the stock lacks.
  if (stock.expected === null && ledger.isNegative()) return [];
  const expected = stock.expected === null ? ledger : stock.expected.plus(sum);
  for (const wanted of [expected, ledger]) {
    const found = nearest(stock.quantity, wanted, bought, sold);
    if (found.quantity.eq(wanted)) return found.missing;
  }
  // Nothing says what was held before: purchases of the day are not delivered yet.
  if (stock.expected === null) return bought.filter(({ date }) => date === stock.day);
  return nearest(stock.quantity, expected, bought, sold).missing;
}

/** The fewest of the newest trades that bring the stock nearest to what is wanted. */
function nearest(
  stock: Decimal,
  wanted: Decimal,
  bought: readonly StockRow[],
  sold: readonly StockRow[],
): { missing: StockRow[]; quantity: Decimal } {
  let best = { missing: [] as StockRow[], quantity: stock };
  let afterBuys = stock;
  for (let buys = 0; buys <= bought.length; buys += 1) {
    const buy = bought[buys - 1];
    if (buy !== undefined) afterBuys = afterBuys.plus(unitsOf(buy));
    let quantity = afterBuys;
    for (let sales = 0; sales <= sold.length; sales += 1) {
      const sale = sold[sales - 1];
      if (sale !== undefined) quantity = quantity.plus(unitsOf(sale));
      if (quantity.isNegative()) break;
      if (quantity.minus(wanted).abs().lt(best.quantity.minus(wanted).abs()))
        best = { missing: [...bought.slice(0, buys), ...sold.slice(0, sales)], quantity };
    }
  }
  return best;
}

function after({ quantity, average }: Held, row: StockRow): Held {
  if (row.type === 'SPLIT')
    return row.quantity.gt(0)
      ? { quantity: quantity.times(row.quantity), average: average?.div(row.quantity) ?? null }
      : { quantity, average };
  const units = unitsOf(row);
  const held = quantity.plus(units);
  if (!units.gt(0) || !held.gt(0)) return { quantity: held, average };
  const isKnown = average !== null || quantity.isZero();
  const cost = quantity.times(average ?? 0).plus(units.times(row.price));
  return { quantity: held, average: isKnown ? cost.div(held) : average };
}
