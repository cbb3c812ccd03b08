import type { Decimal } from '../platform/index.ts';

/** Money on a day: negative paid in, positive received. */
export interface DatedAmount {
  /** YYYY-MM-DD. */
  date: string;
  amount: Decimal | number;
}

/** A yearly rate in percentage points, or null and why there is none. */
export interface Xirr {
  value: number | null;
  reason: string | null;
}

const DAYS_A_YEAR = 365;
const MS_A_DAY = 86_400_000;
/** The search runs on ln(1 + rate); past this the rate itself is no finite number. */
const WIDEST = 700;

/**
 * Money-weighted yearly return: the rate at which the flows discount to nothing, Act/365 from the first flow
 * (spec: Report rules 2). The last flow is usually today's value as if it were received.
 *
 * The rate is bracketed before it is solved, so it is found however close to a total loss it lies. Where flows change
 * sign more than once and several rates would do, the one nearest to zero is given.
 */
export function xirr(flows: readonly DatedAmount[]): Xirr {
  if (!flows.some(({ amount }) => Number(amount) < 0)) return refused('Nothing was paid in.');
  if (!flows.some(({ amount }) => Number(amount) > 0))
    return refused('Nothing was received and nothing is held.');
  const series = seriesOf(flows);
  const { amounts } = series;
  if (amounts.every((amount) => amount < 0) || amounts.every((amount) => amount > 0)) {
    return refused('Money came and went on the same days only, so there is no period to measure.');
  }
  const bracket = bracketNearZero(series);
  if (bracket === null) return refused('No yearly rate explains these cash flows.');
  return { value: Math.expm1(solve(series, ...bracket)) * 100, reason: null };
}

interface Series {
  /** Years since the first flow, ascending. */
  years: number[];
  amounts: number[];
  span: number;
}

function refused(reason: string): Xirr {
  return { value: null, reason };
}

/** One amount a day, oldest first; days that come out at nothing drop out. */
function seriesOf(flows: readonly DatedAmount[]): Series {
  const days = new Map<number, number>();
  for (const { date, amount } of flows) {
    const day = Date.parse(`${date}T00:00:00Z`) / MS_A_DAY;
    const value = typeof amount === 'number' ? amount : amount.toNumber();
    if (Number.isNaN(day) || !Number.isFinite(value))
      throw new RangeError(`not a cash flow: ${date} ${value}`);
    days.set(day, (days.get(day) ?? 0) + value);
  }
  const sorted = [...days].filter(([, amount]) => amount !== 0).sort(([a], [b]) => a - b);
  const first = sorted[0]?.[0] ?? 0;
  const years = sorted.map(([day]) => (day - first) / DAYS_A_YEAR);
  return { years, amounts: sorted.map(([, amount]) => amount), span: years.at(-1) ?? 0 };
}

/**
 * Value of the series at the growth rate `u` = ln(1 + rate), and its slope. Below zero it is measured at the last
 * flow and not the first: the sign is the same, and no term can overflow.
 */
function valueAt({ years, amounts, span }: Series, u: number): { value: number; slope: number } {
  const from = u < 0 ? span : 0;
  let value = 0;
  let slope = 0;
  for (let index = 0; index < years.length; index++) {
    const distance = (years[index] ?? 0) - from;
    const term = (amounts[index] ?? 0) * Math.exp(-u * distance);
    value += term;
    slope -= distance * term;
  }
  return { value, slope };
}

/** Walks outwards from zero, both ways in turn, until the value changes sign. */
function bracketNearZero(series: Series): [low: number, high: number] | null {
  const { value: start } = valueAt(series, 0);
  if (start === 0) return [0, 0];
  let [down, up] = [0, 0];
  for (let step = 0.02; up < WIDEST; step *= 1.1) {
    const nextUp = Math.min(up + step, WIDEST);
    if (valueAt(series, nextUp).value * start <= 0) return [up, nextUp];
    const nextDown = Math.max(down - step, -WIDEST);
    if (valueAt(series, nextDown).value * start <= 0) return [nextDown, down];
    [down, up] = [nextDown, nextUp];
  }
  return null;
}

/** Newton's steps, kept inside the bracket: a step that leaves it, or gains too little, is replaced by halving. */
function solve(series: Series, low: number, high: number): number {
  if (low === high) return low;
  const lowIsPositive = valueAt(series, low).value > 0;
  let u = (low + high) / 2;
  let width = high - low;
  for (let round = 0; round < 200; round++) {
    const { value, slope } = valueAt(series, u);
    if (value === 0) return u;
    if (value > 0 === lowIsPositive) low = u;
    else high = u;
    const newton = u - value / slope;
    const shrinking = high - low < width / 2 || round % 3 !== 2;
    width = high - low;
    const next = newton > low && newton < high && shrinking ? newton : (low + high) / 2;
    if (Math.abs(next - u) <= 1e-15 * Math.max(1, Math.abs(u))) return next;
    u = next;
  }
  return u;
}
