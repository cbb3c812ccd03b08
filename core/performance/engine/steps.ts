import type { DayNumber } from './daily-series.ts';

/** One entry a day on which something was booked, in the currency of the position. */
export interface Steps {
  day: DayNumber[];
  /** At the end of the day: units, cost of the open FIFO lots, moving-average cost; NaN while that of some is not known. */
  units: number[];
  cost: number[];
  average: number[];
  /** Of the day. */
  put_in: number[];
  taken_out: number[];
  purchases: number[];
  sales: number[];
  income: number[];
  fees: number[];
  realised: number[];
  cash: number[];
  /** Units that came without money (negative: went): they count as put in or taken out, at the close of the day. */
  units_in: number[];
}

/** Index of the last step before a day; -1 where there is none. */
export function stepBefore({ day: days }: Pick<Steps, 'day'>, day: DayNumber): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** What is booked on one day. */
export type DaySums = Record<
  'put_in' | 'taken_out' | 'purchases' | 'sales' | 'income' | 'fees' | 'realised' | 'cash' | 'units_in',
  number
>;

/** Cost that came to open lots on a day, or left them: by the day on which the lot was bought. */
export interface LotMoves {
  /** Index of the step. */
  step: number[];
  lotDay: DayNumber[];
  cost: number[];
}

export function emptySteps(): Steps {
  return {
    day: [],
    units: [],
    cost: [],
    average: [],
    put_in: [],
    taken_out: [],
    purchases: [],
    sales: [],
    income: [],
    fees: [],
    realised: [],
    cash: [],
    units_in: [],
  };
}

const HALF_SCALE = 10n ** 10n;
const UNITS = 10n ** 10n;

/** Money of the ledger (20 decimals) as a double: whole rupees stay whole. */
export function moneyOf(amount: bigint): number {
  // Most amounts of a day are nothing. A division by less than a word is several times faster than one by 20 decimals.
  if (amount === 0n) return 0;
  const short = amount / HALF_SCALE;
  const rest = amount - short * HALF_SCALE;
  const whole = short / HALF_SCALE;
  return Number(whole) + (Number(short - whole * HALF_SCALE) + Number(rest) / 1e10) / 1e10;
}

/** Units of the ledger (10 decimals) as a double. */
export function unitsOf(quantity: bigint): number {
  const whole = quantity / UNITS;
  return Number(whole) + Number(quantity - whole * UNITS) / 1e10;
}
