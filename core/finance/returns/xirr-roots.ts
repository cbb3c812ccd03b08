import { type Curve, type Point, slopeAt } from './xirr-curve.ts';
import type { Series } from './xirr-series.ts';

/** ln(1 + rate) of the largest rate that is still a number when written in percentage points. */
const HIGHEST = 705;
/** Far below any loss: a rupee would become 1e-300 of itself within a day. */
const LOWEST = -300_000;
/** Roots nearer to each other than this, in ln(1 + rate), are one: 0.0001 percentage points. */
const SAME_ROOT_WITHIN = 1e-6;
/** Where the gap of the logarithms is no larger, the flows cancel out to a part in 1e12. */
const TOUCHING = 1e-12;
/** Widest stretch, in ln(1 + rate), on which a gap that small is the flat bottom of a multiple root. */
const FLAT = 0.1;

/** Where a root was found, and where in it exactly, if that is known. Stretches that meet are one root. */
interface Found {
  low: number;
  high: number;
  u: number | null;
}

/** ln(1 + rate) of −99.99 %: a rate below it says that all is lost, which no portfolio with a worth has done. */
const ALL_LOST = Math.log(1e-4);

/**
 * The roots of a series in ln(1 + rate): the nearest to no return first, where doubling and halving are as far from it as
 * each other, and those below −99.99 % after all others.
 */
interface Roots {
  roots: number[];
  /** There is none but one whose rate is larger than any number. */
  isBeyond: boolean;
}

/**
 * Every rate at which the series comes to nothing.
 *
 * How many there are is proved, not guessed:
 * 1. The number of roots is at most the number of sign changes of the net amounts, and differs from it by an even number
 *    (Descartes' rule, which holds for real exponents too). So one change is exactly one root.
 * 2. An odd number of changes has a root. It is solved for, and is the only one where the balance never turns
 *    (`Curve.neverTurns`); that is so for nearly every portfolio, however often money comes and goes.
 * 3. Otherwise the whole axis is searched (`isolate`), in intervals that are proved to hold no root or exactly one.
 * Proofs are as good as doubles: amounts that differ by a part in 1e12 are not told apart.
 */
export function rootsOf(curve: Curve, series: Series): Roots {
  const { changes, paid, received } = series;
  if (changes % 2 === 1) {
    // Towards minus infinity the last flow decides the sign of the gap.
    const signBelow = (received.days.at(-1) ?? 0) > (paid.days.at(-1) ?? 0) ? 1 : -1;
    const root = solve(curve, [LOWEST, HIGHEST], signBelow, 0);
    const isBeyond = root > HIGHEST - 1e-3;
    if (changes === 1) return isBeyond ? { roots: [], isBeyond } : { roots: [root], isBeyond };
    if (!isBeyond && curve.neverTurns(root)) return { roots: [root], isBeyond };
  }
  const roots = isolate(curve, series);
  return { roots, isBeyond: roots.length === 0 && changes % 2 === 1 };
}

/** Newton's steps on the gap inside a bracket; a step that leaves it, or gains too little, halves the bracket instead. */
function solve(curve: Curve, bracket: readonly [number, number], signBelow: number, start: number): number {
  let [low, high] = bracket;
  let u = start;
  let before = Infinity;
  for (let round = 0; round < 200; round++) {
    const point = curve.at(u);
    if (point.gap > 0 === signBelow > 0) low = u;
    else high = u;
    const newton = u - point.gap / slopeAt(point);
    const isInside = newton > low && newton < high;
    // After a step so small the next would change nothing that a double can hold.
    if (Math.abs(newton - u) <= 1e-11 * Math.max(1, Math.abs(u))) return isInside ? newton : u;
    if (Math.abs(point.gap) <= 1e-15) return u;
    const next = isInside && Math.abs(point.gap) <= before / 2 ? newton : between(low, high);
    if (next <= low || next >= high) return u;
    before = Math.abs(point.gap);
    u = next;
  }
  return u;
}

/** The middle on a scale that is linear about zero and logarithmic further out. */
function between(low: number, high: number): number {
  return Math.sinh((Math.asinh(low) + Math.asinh(high)) / 2);
}

/** All roots from LOWEST to HIGHEST. */
function isolate(curve: Curve, series: Series): number[] {
  const found: Found[] = [];
  const zero = curve.at(0);
  for (const direction of [1, -1] as const) {
    const end = direction > 0 ? HIGHEST : LOWEST;
    let near = zero;
    for (let reach = 1 / 16; near.u !== end && !leadsAway(near, series, direction); reach *= 2) {
      const far = curve.at(direction * Math.min(reach, Math.abs(end)));
      if (direction > 0) search(curve, near, far, found);
      else search(curve, far, near, found);
      near = far;
    }
  }
  return distinct(found).sort(
    (a, b) => Number(a < ALL_LOST) - Number(b < ALL_LOST) || Math.abs(a) - Math.abs(b),
  );
}

function distinct(found: readonly Found[]): number[] {
  const merged: Found[] = [];
  for (const one of found.toSorted((a, b) => a.low - b.low)) {
    const last = merged.at(-1);
    if (last === undefined || one.low > last.high) merged.push({ ...one });
    else {
      last.high = Math.max(last.high, one.high);
      last.u ??= one.u;
    }
  }
  return merged.map(({ low, high, u }) => u ?? (low + high) / 2);
}

function rootAt(u: number): Found {
  const reach = (SAME_ROOT_WITHIN / 2) * Math.max(1, Math.abs(u));
  return { low: u - reach, high: u + reach, u };
}

/**
 * True if no root follows outwards from a point: each mean time moves from its value there towards the outermost day of
 * its side, which bounds the slope, and the slope leads the gap away from zero.
 */
function leadsAway(point: Point, { paid, received }: Series, direction: 1 | -1): boolean {
  const outermost = direction > 0 ? 0 : -1;
  const [lead, follow] =
    point.gap < 0
      ? [(received.days.at(outermost) ?? 0) / 365, point.paidTime]
      : [(paid.days.at(outermost) ?? 0) / 365, point.receivedTime];
  return point.gap !== 0 && (lead - follow) * direction >= 0;
}

/**
 * Roots of an interval, by halving. Both mean times fall as u grows, so the slope of the gap lies between
 * paidTime(high) - receivedTime(low) and paidTime(low) - receivedTime(high). Where that excludes 0 the gap is monotone,
 * and its signs at the ends decide.
 */
function search(curve: Curve, low: Point, high: Point, found: Found[]): void {
  const isMonotone = high.paidTime > low.receivedTime || low.paidTime < high.receivedTime;
  if (!isMonotone && staysAway(low, high)) return;
  const width = high.u - low.u;
  const isNarrow = width <= (SAME_ROOT_WITHIN / 10) * Math.max(1, Math.abs(low.u));
  if (isMonotone || isNarrow) {
    if (low.gap === 0) found.push(rootAt(low.u));
    else if (high.gap === 0) found.push(rootAt(high.u));
    else if (low.gap * high.gap < 0) {
      const secant = low.u + (width * low.gap) / (low.gap - high.gap);
      found.push(rootAt(solve(curve, [low.u, high.u], Math.sign(low.gap), secant)));
    } else if (!isMonotone) touch(curve, low, high, found);
    return;
  }
  const middle = curve.at(low.u + width / 2);
  if (width <= FLAT && [low, middle, high].every(({ gap }) => Math.abs(gap) <= TOUCHING)) {
    found.push({ low: low.u, high: high.u, u: turnOf(low, high) });
    return;
  }
  search(curve, low, middle, found);
  search(curve, middle, high, found);
}

/** A double root: the gap comes to zero where its slope does, and turns. */
function touch(curve: Curve, low: Point, high: Point, found: Found[]): void {
  const turn = curve.at(turnOf(low, high) ?? (low.u + high.u) / 2);
  if (Math.abs(turn.gap) <= TOUCHING) found.push(rootAt(turn.u));
}

/** Where the slope of a short interval is zero, or null where it has one sign. */
function turnOf(low: Point, high: Point): number | null {
  const [slopeLow, slopeHigh] = [slopeAt(low), slopeAt(high)];
  if (slopeLow * slopeHigh >= 0) return null;
  return low.u + ((high.u - low.u) * slopeLow) / (slopeLow - slopeHigh);
}

/**
 * True if the gap provably keeps its sign on an interval. It is the difference of two convex functions, the logarithms
 * of what is received and of what is paid; a convex function lies above its tangents and below its chord.
 */
function staysAway(low: Point, high: Point): boolean {
  const width = high.u - low.u;
  const slack = 1e-14 * (1 + Math.abs(low.received) + Math.abs(low.paid));
  if (low.gap > slack && high.gap > slack) {
    return leastDifference(width, low, high, 'received', 'paid') > slack;
  }
  if (low.gap < -slack && high.gap < -slack) {
    return leastDifference(width, low, high, 'paid', 'received') > slack;
  }
  return false;
}

/** Where the tangents of one logarithm cross: how far it lies above the chord of the other there, at least. */
function leastDifference(
  width: number,
  low: Point,
  high: Point,
  upper: 'received' | 'paid',
  lower: 'received' | 'paid',
): number {
  const [fallLow, fallHigh] = [low[`${upper}Time`], high[`${upper}Time`]];
  const across = (low[upper] - high[upper] - fallHigh * width) / (fallLow - fallHigh);
  const at = across >= 0 && across <= width ? across : width / 2;
  const tangent = Math.max(low[upper] - fallLow * at, high[upper] + fallHigh * (width - at));
  return tangent - (low[lower] + ((high[lower] - low[lower]) * at) / width);
}
