import { accumulate, addBooked, type Contribution, type DailyArrays, emptyArrays } from './accumulate.ts';
import { COVERED_FIGURES, type CoveredFigure, dayText, isMeasured } from './daily-series.ts';
import type { Engine } from './engine.ts';
import type { CoveredSeries } from './messages.ts';
import type { ExcludedPosition } from './values-view.ts';

/** A day that covers less than this share of the value has no value: the part says too little of the whole. */
const LEAST_SHARE = 0.5;

/** Figures that a position which is not covered throughout adds to the part. */
const MOVED = ['put_in', 'taken_out', 'income', 'joined', 'invested'] as const;

/** A position that is unknown on some of the days on which it is held. */
interface Uncovered {
  of: Contribution;
  /** In the currency of the scope, by day; 0 where nothing is held, NaN where the price or rate is unknown. */
  worth: Float64Array;
  /** Indexes of days with a split that the books do not record: the value is of other units from there on. */
  breaks: readonly number[];
}

/**
 * The part of a scope that has a price and a rate on each day. A position that enters or leaves the part between two
 * measured days is a flow: it leaves at its worth on the first day and joins at its worth on the second, so that neither is a
 * return. On measured days something covered had a close of its own. A day that covers less than half of the value has the
 * value NaN.
 * @param skipped days at the beginning that are not returned.
 * @returns null if everything is covered on every day.
 */
export function coveredSeries(engine: Engine, scope: string | null, skipped: number): CoveredSeries | null {
  const { length } = engine;
  const series = engine.series(scope);
  const contributions = engine.contributions(scope);
  const isWhole = (name: keyof DailyArrays) => !series[name].some(Number.isNaN);
  if (
    contributions.every(({ alignment }) => alignment.unrecorded.length === 0) &&
    (['value', 'put_in', 'taken_out', 'income'] as const).every(isWhole)
  )
    return null;
  const sums = emptyArrays(length);
  const uncovered: Uncovered[] = [];
  const scratch = emptyArrays(length);
  for (const of of contributions) {
    const breaks = of.alignment.unrecorded.map(({ day }) => day - engine.first);
    if (breaks.length === 0 && isKnownThroughout(of, engine.first, length))
      accumulate(sums, of, engine.first, 0, length);
    else uncovered.push({ of, worth: worthOf(of, engine.first, length), breaks });
  }
  const { value, fresh } = sums;
  for (const { of, worth } of uncovered) {
    for (let at = 0; at < length; at += 1) {
      const one = worth[at] ?? 0;
      if (Number.isNaN(one)) continue;
      value[at] = (value[at] ?? 0) + one;
      if (one !== 0 && of.price?.closed[at] === engine.first + at) fresh[at] = (fresh[at] ?? 0) + 1;
    }
  }
  const share = shareOf(sums.value, uncovered, contributions, engine.first);
  const measured: number[] = [];
  for (let at = skipped; at < length; at += 1) {
    const isDue = at === length - 1 || isMeasured({ value, fresh, taken_out: series.taken_out }, at);
    if (isDue && !((share[at] ?? 0) < LEAST_SHARE)) measured.push(at);
  }
  for (const one of uncovered) {
    for (const name of MOVED) scratch[name].fill(0);
    addBooked(scratch, one.of, engine.first, 0, length);
    addFlows(sums, scratch, one, measured);
  }
  for (let at = 0; at < length; at += 1) if ((share[at] ?? 0) < LEAST_SHARE) value[at] = Number.NaN;
  const arrays: Record<CoveredFigure, Float64Array> = { ...sums, share };
  return {
    daily: Object.fromEntries(
      COVERED_FIGURES.map((name) => [name, arrays[name].slice(skipped)]),
    ) as typeof arrays,
    excluded: uncovered.flatMap((one) => excludedPosition(one, engine.first) ?? []),
  };
}

/** Adds the flows of a position that is not covered throughout. */
function addFlows(
  into: DailyArrays,
  own: DailyArrays,
  { worth, breaks }: Uncovered,
  measured: readonly number[],
): void {
  const { put_in, taken_out, income, joined, invested } = own;
  const isUnknown = (day: number) =>
    Number.isNaN(put_in[day]) || Number.isNaN(taken_out[day]) || Number.isNaN(income[day]);
  let before = -1;
  let worthBefore = 0;
  for (const at of measured) {
    const worthNow = worth[at] ?? 0;
    let isThrough =
      !Number.isNaN(worthBefore) &&
      !Number.isNaN(worthNow) &&
      !breaks.some((day) => day > before && day <= at);
    for (let day = before + 1; isThrough && day <= at; day += 1) isThrough = !isUnknown(day);
    if (!isThrough) {
      // Nothing leaves or joins at an unknown worth.
      add(into.left, at, worthBefore || 0);
      add(into.taken_out, at, worthBefore || 0);
      add(into.joined, at, worthNow || 0);
      add(into.put_in, at, worthNow || 0);
    }
    for (let day = before + 1; day <= at; day += 1) {
      if (isThrough) {
        add(into.put_in, day, put_in[day]);
        add(into.taken_out, day, taken_out[day]);
        add(into.income, day, income[day]);
        add(into.joined, day, joined[day]);
      }
      if (!Number.isNaN(worth[day])) add(into.invested, day, invested[day]);
    }
    before = at;
    worthBefore = worthNow;
  }
}

function add(array: Float64Array, at: number, amount = 0): void {
  array[at] = (array[at] ?? 0) + amount;
}

/** True for a position with a price and a rate on all days on which it is held, or anything moves. */
function isKnownThroughout(
  { line, market, price, foreign }: Contribution,
  origin: number,
  length: number,
): boolean {
  for (const [at, day] of market.day.entries()) {
    if (market.units[at] === 0) continue;
    const end = Math.min(length, (market.day[at + 1] ?? origin + length) - origin);
    for (let index = Math.max(0, day - origin); index < end; index += 1)
      if (Number.isNaN(price?.price[index] ?? Number.NaN) || Number.isNaN(foreign?.rate[index] ?? 0))
        return false;
  }
  const { day: days, units_in } = line.steps;
  return !days.some((day, at) => {
    const index = day - origin;
    const isPriced = units_in[at] === 0 || !Number.isNaN(price?.price[index] ?? Number.NaN);
    return index < length && !(isPriced && !Number.isNaN(foreign?.rate[index] ?? 0));
  });
}

function worthOf({ market, price, foreign }: Contribution, origin: number, length: number): Float64Array {
  const worth = new Float64Array(length);
  for (const [at, day] of market.day.entries()) {
    const units = market.units[at] ?? 0;
    const end = Math.min(length, (market.day[at + 1] ?? origin + length) - origin);
    if (units === 0) continue;
    for (let index = Math.max(0, day - origin); index < end; index += 1)
      worth[index] = units * (price?.price[index] ?? Number.NaN) * (foreign?.rate[index] ?? 1);
  }
  return worth;
}

/**
 * The covered share of the value on each day, 0 to 1; 1 if nothing is held. The rest counts at its nearest known worth, or at
 * its average cost; if neither is known, positions are counted instead of amounts.
 */
function shareOf(
  value: Float64Array,
  uncovered: readonly Uncovered[],
  positions: readonly Contribution[],
  origin: number,
): Float64Array {
  const rest = new Float64Array(value.length);
  const unknown = new Float64Array(value.length);
  for (const { of, worth } of uncovered) {
    const { line, foreign } = of;
    let nearest = worth.findLast((one) => one !== 0 && !Number.isNaN(one)) ?? Number.NaN;
    for (let at = 0; at < worth.length; at += 1) {
      const one = worth[at] ?? 0;
      if (!Number.isNaN(one)) {
        if (one !== 0) nearest = one;
        continue;
      }
      let estimate = nearest;
      if (Number.isNaN(estimate))
        estimate =
          (line.steps.average[line.stepBefore(origin + at + 1)] ?? Number.NaN) * (foreign?.rate[at] ?? 1);
      unknown[at] = (unknown[at] ?? 0) + 1;
      rest[at] = (rest[at] ?? 0) + Math.abs(estimate);
    }
  }
  const held = heldCounts(positions, origin, value.length);
  return Float64Array.from(value, (one, at) => {
    const missing = rest[at] ?? 0;
    const without = unknown[at] ?? 0;
    if (without === 0) return 1;
    if (!Number.isNaN(missing) && one + missing > 0) return one / (one + missing);
    const count = held[at] ?? 0;
    return count === 0 ? 1 : 1 - without / count;
  });
}

/** Number of positions with units of the ledger at the end of each day. */
function heldCounts(positions: readonly Contribution[], origin: number, length: number): Int32Array {
  const counts = new Int32Array(length);
  for (const { line } of positions) {
    const { day, units } = line.steps;
    for (let step = 0; step < day.length; step += 1) {
      if (units[step] === 0) continue;
      const end = Math.min(length, (day[step + 1] ?? origin + length) - origin);
      for (let at = (day[step] ?? 0) - origin; at < end; at += 1) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  return counts;
}

function excludedPosition(
  { of: { line, price }, worth }: Uncovered,
  origin: number,
): ExcludedPosition | null {
  const first = worth.findIndex(Number.isNaN);
  if (first < 0) return null;
  const last = worth.findLastIndex(Number.isNaN);
  const isPriced = !Number.isNaN(price?.price[first] ?? Number.NaN);
  return {
    portfolio: line.portfolio,
    symbol: line.symbol,
    code: isPriced ? 'NO_RATE' : 'NO_PRICE',
    from: dayText(origin + first),
    to: last === worth.length - 1 ? null : dayText(origin + last),
    days: worth.reduce((days, one) => (Number.isNaN(one) ? days + 1 : days), 0),
  };
}
