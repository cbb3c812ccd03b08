import type { RecordedDay } from '../../portfolio/index.ts';
import { type LedgerMovements, dayNumber, isSameUnits, type PortfolioValues } from '../engine/index.ts';

/** A recorded day beside the ledger as it is now. */
export interface ReconciledRecord extends RecordedDay {
  /**
   * Explains the change since the last value of all holdings; null for the first of them and for others. LEDGER: units, or
   * costs where units were not kept, changed as the ledger says. NO_CHANGE: the ledger has trades that were entered after
   * this record. RECORDS: something else changed (holdings by hand, an older file, a split that the record did not know), so
   * the two values cannot be compared.
   */
  change: 'LEDGER' | 'NO_CHANGE' | 'RECORDS' | null;
  /** The ledger gives the day other units (or another cost) than the record; UNKNOWN: units were not kept. */
  books: 'SAME' | 'OTHER' | 'UNKNOWN';
  /** Symbols with other units. Those that the calculated value has by record are never among them. */
  symbols: readonly string[];
}

/** Units that the ledger moved, by symbol, since the last value of all holdings. */
interface Moved {
  units: number;
  /** Money moved with all of them. */
  is_paid: boolean;
  /** Some came without money: no purchase tells of their value. */
  is_transferred: boolean;
}

type Units = ReadonlyMap<string, number>;
type Values = Pick<PortfolioValues, 'days' | 'daily' | 'movements' | 'recorded_symbols' | 'is_converted'>;

/** Compares the records of a portfolio with its ledger. @param records oldest first. */
export function reconcileRecords(records: readonly RecordedDay[], values: Values): ReconciledRecord[] {
  const { movements } = values;
  const rows = [...movements.day.keys()].sort((a, b) => (movements.day[a] ?? 0) - (movements.day[b] ?? 0));
  const byRecord = new Set(values.recorded_symbols);
  const costs = costComparison(values);
  const inLedger = new Map<string, number>();
  let next = 0;
  let moved = new Map<string, Moved>();
  let [seen, units]: [RecordedDay['units'], Units] = [null, new Map()];
  let symbols: readonly string[] = [];
  let before: { record: RecordedDay; units: Units } | null = null;
  return records.map((record) => {
    const day = dayNumber(record.day);
    const first = next;
    for (; next < rows.length; next += 1) {
      const row = rows[next] ?? 0;
      if ((movements.day[row] ?? 0) > day) break;
      addMovement(inLedger, moved, movements, row);
    }
    if (record.units !== null && (record.units !== seen || next > first)) {
      if (record.units !== seen) [seen, units] = [record.units, bySymbol(record.units)];
      symbols = unlike(units, inLedger).filter((symbol) => !byRecord.has(symbol));
    }
    let change: ReconciledRecord['change'] = null;
    if (record.is_whole && record.value !== null) {
      if (before !== null)
        change =
          before.record.units === null || record.units === null
            ? costs.change(before.record, record)
            : unitChange(before.units, units, moved);
      before = { record, units };
      moved = new Map();
    }
    if (record.units !== null)
      return { ...record, change, symbols, books: symbols.length > 0 ? 'OTHER' : 'SAME' };
    return { ...record, change, symbols: [], books: costs.isOther(record) ? 'OTHER' : 'UNKNOWN' };
  });
}

function addMovement(
  inLedger: Map<string, number>,
  moved: Map<string, Moved>,
  movements: LedgerMovements,
  row: number,
) {
  const symbol = movements.symbols[movements.symbol[row] ?? 0] ?? '';
  const units = movements.units[row] ?? 0;
  if (units === 0) return;
  inLedger.set(symbol, (inLedger.get(symbol) ?? 0) + units);
  const sum = moved.get(symbol);
  moved.set(symbol, {
    units: units + (sum?.units ?? 0),
    is_paid: movements.paid[row] !== 0 && (sum?.is_paid ?? true),
    is_transferred: movements.units_in[row] !== 0 || (sum?.is_transferred ?? false),
  });
}

/** Of all portfolios together: which of them holds a share does not matter. */
function bySymbol(units: NonNullable<RecordedDay['units']>): Units {
  const sums = new Map<string, number>();
  for (const [key, quantity] of Object.entries(units)) {
    const symbol = key.slice(key.indexOf('\n') + 1);
    sums.set(symbol, (sums.get(symbol) ?? 0) + quantity);
  }
  return sums;
}

const unlike = (units: Units, inLedger: Units): string[] =>
  [...new Set([...units.keys(), ...inLedger.keys()])]
    .filter((symbol) => !isSameUnits(units.get(symbol) ?? 0, inLedger.get(symbol) ?? 0))
    .sort();

function unitChange(before: Units, after: Units, moved: ReadonlyMap<string, Moved>) {
  let [isLate, isMoved] = [false, false];
  for (const symbol of new Set([...before.keys(), ...after.keys(), ...moved.keys()])) {
    const change = (after.get(symbol) ?? 0) - (before.get(symbol) ?? 0);
    const booked = moved.get(symbol);
    if (booked?.is_transferred === true) return 'RECORDS';
    if (isSameUnits(change, booked?.units ?? 0)) isMoved ||= booked !== undefined;
    else if (isSameUnits(change, 0) && booked?.is_paid === true) isLate = true;
    else return 'RECORDS';
  }
  // Money would count for some symbols and not for others.
  if (isLate && isMoved) return 'RECORDS';
  return isLate ? 'NO_CHANGE' : 'LEDGER';
}

/** Averages are rounded. A cost in other currencies also differs by the rates of a snapshot's hour and of its day. */
const [ROUNDING, ROUNDING_SHARE, RATES_SHARE] = [0.01, 1e-6, 0.01];

/** Compares costs, for records whose units were not kept. An unknown cost differs from nothing. */
function costComparison({ days, daily, is_converted }: Values) {
  const indexes = new Map(days.map((day, at) => [day, at]));
  const inLedger = ({ day }: RecordedDay): number | null => {
    const at = indexes.get(day);
    // Before the first booking nothing was held.
    return at === undefined ? 0 : (daily.invested[at] ?? null);
  };
  const isNear = (difference: number, one: number, other: number): boolean =>
    Math.abs(difference) <=
    Math.max(
      ROUNDING,
      (is_converted ? RATES_SHARE : ROUNDING_SHARE) * Math.max(Math.abs(one), Math.abs(other)),
    );
  return {
    change(from: RecordedDay, to: RecordedDay) {
      // A cost that became known or unknown: holdings of unknown cost came or went, and no purchase tells of them.
      if ((from.invested === null) !== (to.invested === null)) return 'RECORDS';
      const [before, after] = [inLedger(from), inLedger(to)];
      if (from.invested === null || to.invested === null || before === null || after === null)
        return 'LEDGER';
      const change = to.invested - from.invested;
      if (isNear(change - (after - before), from.invested, to.invested)) return 'LEDGER';
      return isNear(change, from.invested, to.invested) ? 'NO_CHANGE' : 'RECORDS';
    },
    isOther(record: RecordedDay): boolean {
      const cost = inLedger(record);
      if (record.invested === null || cost === null) return false;
      return !isNear(record.invested - cost, record.invested, cost);
    },
  };
}
