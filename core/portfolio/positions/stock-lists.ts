import { Decimal, toScale } from '../../platform/index.ts';
import { grouped } from '../../platform/grouped.ts';

/*
 * Which rows a broker's list may lack, and the fewest of them that bring it to the units that are wanted.
 */

/** What a broker listed of one symbol, and which trades are in it. */
export interface Stock {
  quantity: Decimal;
  /** Cost per unit; null where the broker does not know it. */
  average: Decimal | null;
  /** Rows up to this day are in the stock, YYYY-MM-DD. */
  settled_to: string;
  /** Rows after this day are not in it; those between the two days may be. */
  day: string;
  /** Units on the evening of `settled_to` by earlier readings and the rows since; null if nothing was read before. */
  expected: Decimal | null;
  /** Units that the list counts as bought and not delivered; absent or null where the broker does not say. */
  arriving?: Decimal | null;
}

/** A recorded row of the symbol, after the day up to which rows are in the stock. */
export interface StockRow {
  /** Of a recorded row. */
  id?: string;
  date: string;
  type: string;
  /** New units per old unit for a SPLIT. */
  quantity: Decimal;
  price: Decimal;
  /** True for a purchase or sale; false for what a corporate action gives, takes or multiplies. */
  is_trade: boolean;
}

export const NOTHING = new Decimal(0);
const COMES: ReadonlySet<string> = new Set(['BUY', 'TRANSFER_IN']);
const GOES: ReadonlySet<string> = new Set(['SELL', 'TRANSFER_OUT', 'FRACTION']);
/** So many trades in doubt are looked at one by one; of more, those of a day are one purchase and one sale. */
const MOST_TRADES = 60;

/** Units that a row brings, negative where it takes; 0 for a split, a dividend or a demerger. */
export const unitsOf = ({ type, quantity }: Pick<StockRow, 'type' | 'quantity'>): Decimal =>
  COMES.has(type) ? quantity : GOES.has(type) ? quantity.neg() : NOTHING;

export const isSplit = ({ type, quantity }: Pick<StockRow, 'type' | 'quantity'>): boolean =>
  type === 'SPLIT' && quantity.gt(0);

/**
 * Units before some rows, of the units after them.
 * @param rows in the order of trading.
 */
export function unitsBefore(after: Decimal, rows: readonly Pick<StockRow, 'type' | 'quantity'>[]): Decimal {
  return rows.reduceRight(
    (units, row) => (isSplit(row) ? units.div(row.quantity) : units.minus(unitsOf(row))),
    after,
  );
}

/** Units after some rows, of the units before them. */
export const unitsAfter = (before: Decimal, rows: readonly StockRow[]): Decimal =>
  rows.reduce((units, row) => (isSplit(row) ? units.times(row.quantity) : units.plus(unitsOf(row))), before);

/** The rows without which the stock has the units that are wanted; null where there are none. */
export function exactly(stock: Stock, wanted: Decimal, lists: readonly PossibleList[]): StockRow[] | null {
  for (const list of lists) {
    const found = nearest(stock.quantity, wanted, list);
    if (found.isExact) return found.missing;
  }
  return null;
}

/** A list as it may be: the trades that it may lack, the newest first, and the rows that it lacks in any case. */
interface PossibleList {
  bought: readonly StockRow[];
  sold: readonly StockRow[];
  later: readonly StockRow[];
}

/** A list has all corporate actions up to its day, or is of the time before the last of them, or before the last two, … */
export function possibleLists(
  { day }: Stock,
  rows: readonly StockRow[],
  lacking: readonly StockRow[] = [],
): PossibleList[] {
  const upTo = rows.filter(({ date }) => date <= day);
  const actions = [...new Set(upTo.filter(({ is_trade }) => !is_trade).map(({ date }) => date))].toSorted();
  return [null, ...actions.toReversed()].map((action) => {
    const isLater = (row: StockRow) =>
      row.date > day || (action !== null && row.date >= action) || lacking.includes(row);
    const doubtful = scaled(rows.filter((row) => !isLater(row)));
    const trades = doubtful.length > MOST_TRADES ? byDay(doubtful) : doubtful;
    return {
      bought: trades.filter((row) => unitsOf(row).gt(0)).toReversed(),
      sold: trades.filter((row) => unitsOf(row).lt(0)).toReversed(),
      later: rows.filter(isLater),
    };
  });
}

/** Trades in the units after the splits that follow them. */
function scaled(rows: readonly StockRow[]): StockRow[] {
  let ratio = new Decimal(1);
  return rows
    .toReversed()
    .flatMap((row) => {
      if (isSplit(row)) ratio = ratio.times(row.quantity);
      return row.is_trade
        ? [{ ...row, quantity: row.quantity.times(ratio), price: row.price.div(ratio) }]
        : [];
    })
    .toReversed();
}

/** The purchases and the sales of each day as one. */
function byDay(trades: readonly StockRow[]): StockRow[] {
  return [...grouped(trades, ({ date, type }) => `${date} ${type}`).values()].flatMap((some) => {
    const [first] = some;
    const quantity = Decimal.sum(0, ...some.map((one) => one.quantity));
    const cost = Decimal.sum(0, ...some.map((one) => one.quantity.times(one.price)));
    return first === undefined || quantity.isZero()
      ? []
      : [{ ...first, quantity, price: cost.div(quantity) }];
  });
}

/** The fewest of the newest trades that bring the stock, with all later rows, nearest to the units that are wanted. */
export function nearest(
  stock: Decimal,
  wanted: Decimal,
  { bought, sold, later }: PossibleList,
): { missing: StockRow[]; isExact: boolean } {
  const aim = toScale(unitsBefore(wanted, later));
  const distance = (units: Decimal) => units.minus(aim).abs();
  let best = { buys: 0, sales: 0, quantity: stock };
  let afterBuys = stock;
  for (let buys = 0; buys <= bought.length; buys += 1) {
    const buy = bought[buys - 1];
    if (buy !== undefined) afterBuys = afterBuys.plus(unitsOf(buy));
    let quantity = afterBuys;
    for (let sales = 0; sales <= sold.length; sales += 1) {
      const sale = sold[sales - 1];
      if (sale !== undefined) quantity = quantity.plus(unitsOf(sale));
      if (quantity.isNegative()) break;
      if (distance(quantity).lt(distance(best.quantity))) best = { buys, sales, quantity };
    }
  }
  // Sales keep the average, so purchases come first: a sale of what is not delivered never goes below 0.
  const missing = [
    ...bought.slice(0, best.buys).toReversed(),
    ...sold.slice(0, best.sales).toReversed(),
    ...later,
  ];
  return { missing, isExact: toScale(best.quantity).eq(aim) };
}
