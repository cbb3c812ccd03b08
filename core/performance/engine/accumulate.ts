import type { BaseCost } from './base-cost.ts';
import { DAILY_FIGURES, type DailyFigure, type DayNumber } from './daily-series.ts';
import type { PositionLine } from './position-line.ts';
import type { PriceLine } from './price-line.ts';
import type { Steps } from './steps.ts';
import type { UnitAlignment, UnitWindow } from './unit-alignment.ts';

/** Arrays of a scope, with spare room for new days. */
export type DailyArrays = Record<DailyFigure, Float64Array>;

/** Units as the market counts them, from each day on. */
export interface MarketUnits {
  day: DayNumber[];
  units: number[];
}

/** One symbol of a portfolio, step by step. */
interface BookedLine {
  readonly portfolio: string;
  readonly symbol: string;
  readonly currency: string | null;
  /** Null without a ledger, and before a row of it counted. */
  readonly state: PositionLine['state'];
  readonly steps: Steps;
  stepBefore(day: DayNumber): number;
}

/** A position with prices and rates, ready to be added up in one currency. */
export interface Contribution {
  line: BookedLine;
  market: MarketUnits;
  alignment: UnitAlignment;
  /** Null where no close of it is known. */
  price: PriceLine | null;
  /** Rates into the currency of the scope, and the cost at the rates of its days; null in the same currency. */
  foreign: { rate: Float64Array; base: BaseCost } | null;
}

export function emptyArrays(capacity: number): DailyArrays {
  return Object.fromEntries(DAILY_FIGURES.map((name) => [name, new Float64Array(capacity)])) as DailyArrays;
}

/** Copies arrays into larger ones. */
export function grown(arrays: DailyArrays, capacity: number): DailyArrays {
  const larger = emptyArrays(capacity);
  for (const name of DAILY_FIGURES) larger[name].set(arrays[name]);
  return larger;
}

/** Adds the sums of one scope to another of the same currency. */
export function addArrays(into: DailyArrays, from: DailyArrays, start: number, end: number): void {
  for (const name of DAILY_FIGURES) {
    const [sum, part] = [into[name], from[name]];
    for (let day = start; day < end; day += 1) sum[day] = (sum[day] ?? 0) + (part[day] ?? 0);
  }
}

/** Units of the ledger, replaced on days on which the market counted others. */
export function marketUnits({ steps }: BookedLine, windows: readonly UnitWindow[]): MarketUnits {
  if (windows.length === 0) return { day: steps.day, units: steps.units };
  const bounds = windows.flatMap(({ from, to }) => [from, to]);
  const day = [...new Set([...steps.day, ...bounds])].sort((a, b) => a - b);
  let step = -1;
  const units = day.map((at) => {
    while ((steps.day[step + 1] ?? Number.POSITIVE_INFINITY) <= at) step += 1;
    const held = steps.units[step] ?? 0;
    return windows.reduce(
      (sum, { from, to, times, plus }) => (from <= at && at < to && held > 0 ? sum * times + plus : sum),
      held,
    );
  });
  return { day, units };
}

/** Adds a position to a scope from index `from` on. The order of positions decides the last bits of the sums. */
export function accumulate(
  into: DailyArrays,
  contribution: Contribution,
  origin: DayNumber,
  from: number,
  length: number,
): void {
  addValue(into, contribution, origin, from, length);
  addBooked(into, contribution, origin, from, length);
}

/** Adds the cost and the money of a position, without its worth. */
export function addBooked(
  into: DailyArrays,
  contribution: Contribution,
  origin: DayNumber,
  from: number,
  length: number,
): void {
  addCost(into, contribution, origin, from, length);
  addMoney(into, contribution, origin, from, length);
}

function addValue(
  { value, priced, fresh }: DailyArrays,
  { market, price, foreign }: Contribution,
  origin: DayNumber,
  from: number,
  length: number,
): void {
  for (let at = firstStep(market.day, origin + from); at < market.day.length; at += 1) {
    const units = market.units[at] ?? 0;
    const start = Math.max(from, (market.day[at] ?? 0) - origin);
    const end = endOf(market.day, at, origin, length);
    if (units === 0 || end <= start) continue;
    if (price === null) {
      value.fill(Number.NaN, start, end);
      continue;
    }
    const { price: prices, closed } = price;
    const rate = foreign?.rate;
    for (let day = start; day < end; day += 1) {
      let worth = units * (prices[day] ?? 0);
      if (rate !== undefined) worth *= rate[day] ?? 0;
      value[day] = (value[day] ?? 0) + worth;
      if (!Number.isNaN(worth)) priced[day] = (priced[day] ?? 0) + worth;
      if (closed[day] === origin + day) fresh[day] = (fresh[day] ?? 0) + 1;
    }
  }
}

function addCost(
  { cost, invested, currency_effect }: DailyArrays,
  { line: { steps }, foreign }: Contribution,
  origin: DayNumber,
  from: number,
  length: number,
): void {
  for (let step = firstStep(steps.day, origin + from); step < steps.day.length; step += 1) {
    const start = Math.max(from, (steps.day[step] ?? 0) - origin);
    const end = endOf(steps.day, step, origin, length);
    const own = steps.cost[step] ?? 0;
    const average = steps.average[step] ?? 0;
    if (foreign === null) {
      if (own === 0 && average === 0) continue;
      for (let day = start; day < end; day += 1) {
        cost[day] = (cost[day] ?? 0) + own;
        invested[day] = (invested[day] ?? 0) + average;
      }
      continue;
    }
    const { rate, base } = foreign;
    const atPurchase = Number.isNaN(own) ? own : (base.cost[step] ?? 0);
    const realised = base.realised_so_far[step] ?? 0;
    for (let day = start; day < end; day += 1) {
      const now = rate[day] ?? 0;
      cost[day] = (cost[day] ?? 0) + atPurchase;
      invested[day] = (invested[day] ?? 0) + average * now;
      currency_effect[day] = (currency_effect[day] ?? 0) + realised + (own * now - atPurchase);
    }
  }
}

/** Index of the day on which the next step begins. Never infinity, which would make the loops slow. */
function endOf(days: readonly DayNumber[], at: number, origin: DayNumber, length: number): number {
  const next = days[at + 1];
  return next === undefined ? length : Math.min(length, next - origin);
}

function addMoney(
  into: DailyArrays,
  { line, price, foreign }: Contribution,
  origin: DayNumber,
  from: number,
  length: number,
): void {
  const { steps } = line;
  for (let step = line.stepBefore(origin + from) + 1; step < steps.day.length; step += 1) {
    const day = (steps.day[step] ?? 0) - origin;
    if (day >= length) return;
    const rate = foreign === null ? 1 : (foreign.rate[day] ?? Number.NaN);
    const byRates = foreign?.base.realised[step] ?? 0;
    const unitsIn = steps.units_in[step] ?? 0;
    if (unitsIn !== 0) {
      const worth = unitsIn * (price?.price[day] ?? Number.NaN);
      add(unitsIn > 0 ? into.put_in : into.taken_out, day, Math.abs(worth), rate);
      if (unitsIn > 0) add(into.joined, day, worth, rate);
    }
    add(into.put_in, day, steps.put_in[step], rate);
    add(into.taken_out, day, steps.taken_out[step], rate);
    add(into.income, day, steps.income[step], rate);
    add(into.fees, day, steps.fees[step], rate);
    add(into.cash, day, steps.cash[step], rate);
    add(into.realised, day, steps.realised[step], rate);
    add(into.realised, day, byRates, 1);
    add(into.currency_realised, day, byRates, 1);
  }
}

/** An amount of zero stays zero at an unknown rate. */
function add(array: Float64Array, at: number, amount = 0, rate: number): void {
  if (amount !== 0) array[at] = (array[at] ?? 0) + amount * rate;
}

/** Index of the last step up to a day, else of the first. */
function firstStep(days: readonly DayNumber[], day: DayNumber): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
