import type { Contribution } from './accumulate.ts';
import type { DayNumber } from './daily-series.ts';

/**
 * The changes of units and money in the ledger of a scope, as columns with one row for each position and day, positions one
 * after the other. Amounts are in the currency of the scope at the rate of the day, and 0 without a rate.
 */
export interface LedgerMovements {
  /** The symbol of each row, as an index of `symbols`. */
  symbols: readonly string[];
  symbol: Int32Array;
  day: Int32Array;
  /** Change of the units held. */
  units: Float64Array;
  /** The part of `units` that came without money. */
  units_in: Float64Array;
  /** Purchases with their fees less sales after theirs. */
  paid: Float64Array;
  /** Dividends after the tax withheld. */
  income: Float64Array;
}

/** The columns that hold numbers. */
export const MOVEMENT_COLUMNS = ['symbol', 'day', 'units', 'units_in', 'paid', 'income'] as const;

/** @param positions of the ledger, in the currency of the scope. */
export function ledgerMovements(positions: readonly Contribution[], origin: DayNumber): LedgerMovements {
  const rows = positions.reduce((sum, { line }) => sum + line.steps.day.length, 0);
  const symbols: string[] = [];
  const columns = {
    symbol: new Int32Array(rows),
    day: new Int32Array(rows),
    units: new Float64Array(rows),
    units_in: new Float64Array(rows),
    paid: new Float64Array(rows),
    income: new Float64Array(rows),
  };
  let row = 0;
  for (const { line, foreign } of positions) {
    const { steps } = line;
    for (const [step, day] of steps.day.entries()) {
      const rate = (foreign === null ? 1 : foreign.rate[day - origin]) || 0;
      columns.symbol[row] = symbols.length;
      columns.day[row] = day;
      columns.units[row] = (steps.units[step] ?? 0) - (steps.units[step - 1] ?? 0);
      columns.units_in[row] = steps.units_in[step] ?? 0;
      columns.paid[row] = ((steps.put_in[step] ?? 0) - (steps.taken_out[step] ?? 0)) * rate;
      columns.income[row] = (steps.income[step] ?? 0) * rate;
      row += 1;
    }
    symbols.push(line.symbol);
  }
  return { symbols, ...columns };
}
