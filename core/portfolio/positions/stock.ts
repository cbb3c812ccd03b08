import { Decimal, toScale } from '../../platform/index.ts';
import {
  exactly,
  isSplit,
  nearest,
  NOTHING,
  possibleLists,
  type Stock,
  type StockRow,
  unitsAfter,
  unitsOf,
} from './stock-lists.ts';

/** What the ledger says of the symbol today. */
export interface LedgerUnits {
  /** Below 0 where purchases are not recorded. */
  units: Decimal;
  /** Cost per unit of what is held; null where it is not known. */
  average: Decimal | null;
}

/** What is held: the stock with the rows that it does not show yet. */
interface Held {
  quantity: Decimal;
  average: Decimal | null;
  /** Units by which it differs from the ledger, since the person kept their version of trades that the broker changed. */
  kept: Decimal;
}

/** A trade that the broker changed, cancelled or brought back: its list may be of another version than the recorded one. */
export interface TradeVersions {
  /** The recorded row; null where none is recorded. */
  recorded: StockRow | null;
  /** The other versions; null for a list without the trade. */
  others: readonly (StockRow | null)[];
  /** By how much corporate actions have multiplied its units since. */
  factor: Decimal;
  /** The person kept their version: the difference to the broker's is shown. */
  is_kept: boolean;
}

/** Units that the broker has more than the ledger by its versions of the trades of which the person kept theirs. */
export function keptDifference(versions: readonly TradeVersions[]): Decimal {
  const differences = versions.map(({ recorded, others, factor, is_kept }) => {
    const [is = NOTHING, was = NOTHING] = [others.at(-1) ?? null, recorded].map((row) =>
      row === null ? NOTHING : unitsOf(row),
    );
    return is_kept ? is.minus(was).times(factor) : NOTHING;
  });
  return Decimal.sum(0, ...differences);
}

/**
 * A broker's stock as of its session, and the rows that it does not show (spec: Connection sync rules 3): brokers list what
 * has been delivered, so a purchase comes a session or more later, the units of a split or bonus too, while a sale may leave
 * at once or not. Of the rows in doubt, those are missing that bring the stock to what was expected, else to the ledger, else
 * nearest to the first; what came first is delivered first. A stock that agrees with another version of a changed trade shows
 * nothing but that change, which is not applied until the person accepts it. At a first reading that neither explains, the purchases of its
 * day are missing, net of its sales; a list that counts nothing as bought and not delivered lacks them in any case. A difference that no row explains stays a difference. Later rows are missing in any case.
 * @param rows those after `settled_to`, in the order of trading.
 */
export function heldOf(
  stock: Stock,
  ledger: LedgerUnits,
  rows: readonly StockRow[],
  versions: readonly TradeVersions[] = [],
): Held {
  const found = versions.length === 0 ? null : ofVersions(stock, ledger.units, rows, versions);
  const missing = found?.missing ?? missingFrom(stock, ledger.units, rows);
  const kept = found?.kept ?? NOTHING;
  let held: Omit<Held, 'kept'> = { quantity: found?.quantity ?? stock.quantity, average: stock.average };
  for (const row of missing) held = after(held, row);
  // What the person keeps is a difference to what the broker has.
  held = { ...held, quantity: held.quantity.plus(kept) };
  const quantity = held.quantity.isNegative() ? NOTHING : toScale(held.quantity);
  // A broker that knows no cost leaves that to the ledger, where both have the same units.
  const average = held.average ?? (quantity.eq(ledger.units) ? ledger.average : null);
  return { quantity, average: average === null ? null : toScale(average), kept };
}

function missingFrom(stock: Stock, ledger: Decimal, rows: readonly StockRow[]): StockRow[] {
  const { expected, arriving = null } = stock;
  const ofDay = expected === null ? boughtOnDay(stock, rows) : [];
  const lists = possibleLists(stock, rows, arriving?.isZero() === true ? ofDay : []);
  const [usual] = lists;
  // Nothing says what was held before.
  const first = [...ofDay, ...rows.filter(({ date }) => date > stock.day)];
  // A ledger that lacks purchases does not say which trades the stock lacks.
  if (expected === null && ledger.isNegative()) return first;
  const units = expected === null ? ledger : expectedUnits(expected, ledger, rows);
  for (const wanted of [units, ledger]) {
    const missing = exactly(stock, wanted, lists);
    if (missing !== null) return missing;
  }
  if (expected === null || usual === undefined) return first;
  return nearest(stock.quantity, units, usual).missing;
}

/**
 * Units that earlier readings and the rows since lead to. A corporate action may be applied after the broker listed its units:
 * then the earlier readings have them already, and the ledger agrees with those.
 */
function expectedUnits(expected: Decimal, ledger: Decimal, rows: readonly StockRow[]): Decimal {
  const units = unitsAfter(expected, rows);
  const ofTrades = unitsAfter(
    expected,
    rows.filter(({ is_trade }) => is_trade),
  );
  return !units.eq(ledger) && ofTrades.eq(ledger) ? ofTrades : units;
}

/** The trades of the day of a list, where more was bought than sold: nothing of them is delivered. */
function boughtOnDay({ day }: Stock, rows: readonly StockRow[]): StockRow[] {
  const trades = rows.filter(({ date, is_trade }) => is_trade && date === day);
  const net = Decimal.sum(0, ...trades.map(unitsOf));
  // What was bought comes first: a sale of it never goes below 0.
  return net.gt(0) ? trades.toSorted((one, other) => unitsOf(other).cmp(unitsOf(one))) : [];
}

/** True if a stock has the units that are expected, but for rows that it may lack. */
export const isAsExpected = (stock: Stock, expected: Decimal, rows: readonly StockRow[]): boolean =>
  exactly(stock, unitsAfter(expected, rows), possibleLists(stock, rows)) !== null;

/** More changed trades of one symbol are of one version each, all recorded or all of the broker. */
const MOST_CHANGED = 5;

/**
 * The stock as it would be of the recorded trades and the rows that it lacks then, by the versions of changed trades with which it
 * agrees; null where it agrees with none. A trade that it has in another version is not among the rows that it may lack.
 */
function ofVersions(
  stock: Stock,
  ledger: Decimal,
  rows: readonly StockRow[],
  versions: readonly TradeVersions[],
): { quantity: Decimal; missing: StockRow[]; kept: Decimal } | null {
  const worlds = worldsOf(versions).map((chosen) => {
    let { quantity } = stock;
    let kept = NOTHING;
    for (const { of, version } of chosen) {
      const [units, recorded] = [version, of.recorded].map((row) => (row === null ? NOTHING : unitsOf(row)));
      const change = (units ?? NOTHING).minus(recorded ?? NOTHING).times(of.factor);
      quantity = quantity.minus(change);
      if (of.is_kept) kept = kept.plus(change);
    }
    const had = new Set(chosen.map(({ of }) => of.recorded?.id));
    const lists = possibleLists(
      stock,
      rows.filter(({ id }) => id === undefined || !had.has(id)),
    );
    return { quantity, lists, kept };
  });
  const expected = stock.expected === null ? null : expectedUnits(stock.expected, ledger, rows);
  for (const wanted of [ledger, expected])
    for (const { quantity, lists, kept } of worlds) {
      if (wanted === null || wanted.isNegative() || quantity.isNegative()) continue;
      const missing = exactly({ ...stock, quantity }, wanted, lists);
      if (missing !== null) return { quantity, missing, kept };
    }
  return null;
}

type World = { of: TradeVersions; version: StockRow | null }[];

/** The choices of versions, what is recorded first; a trade that is not named is of its recorded version. */
function worldsOf(versions: readonly TradeVersions[]): World[] {
  if (versions.length > MOST_CHANGED)
    return [[], versions.flatMap((of) => of.others.slice(-1).map((version) => ({ of, version })))];
  return versions.reduce<World[]>(
    (worlds, of) => [
      ...worlds,
      ...of.others.flatMap((version) => worlds.map((world) => [...world, { of, version }])),
    ],
    [[]],
  );
}

function after({ quantity, average }: Omit<Held, 'kept'>, row: StockRow): Omit<Held, 'kept'> {
  if (isSplit(row))
    return { quantity: quantity.times(row.quantity), average: average?.div(row.quantity) ?? null };
  const units = unitsOf(row);
  const held = quantity.plus(units);
  if (!units.gt(0) || !held.gt(0)) return { quantity: held, average };
  const isKnown = average !== null || quantity.isZero();
  const cost = quantity.times(average ?? 0).plus(units.times(row.price));
  return { quantity: held, average: isKnown ? cost.div(held) : average };
}
