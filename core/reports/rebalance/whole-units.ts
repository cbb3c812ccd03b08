import { improve, improveOnce, keepUnneeded, towardsTargets } from './improve.ts';
import type { Lot, Part, Position } from './position.ts';
import { correctInFractions, correctInUnits } from './proportional.ts';
import { MOST_STEPS, searchNearer } from './search.ts';

/** Why there is no trade. */
export type NoTrade =
  /** Nothing that can be sold is above its target, or nothing that can be bought is below. */
  | 'NOTHING_ABOVE'
  | 'NOTHING_BELOW'
  /** No plan in whole units is nearer: all were looked at, or all that could be. */
  | 'NONE_NEARER'
  | 'NONE_FOUND';

/** Of a currency: prices that have less in common than this have nothing in common. */
const SMALLEST_STEP = 1e-6;

/**
 * Finds trades in whole units that bring a portfolio nearer to its targets (spec: Report rules 10), and leaves them
 * tried on the position. Nearer is where all drifts together come to less and the largest is no larger. The start is the
 * proportional correction in whole units, improved by single units until it is within one of the nearest there can be
 * (one is the dearest among the cheapest of the buckets). Where that does not do, or is no nearer than no trade, a search
 * over all plans takes its place: what it finds may buy and sell within one bucket.
 * @returns why there is no trade; null where there is one.
 */
export function planWholeUnits(position: Position): NoTrade | null {
  position.reset();
  const nothing = position.distance();
  const largest = position.largest();
  const { offered, asked, money } = correctInFractions(position);
  if (offered <= position.dust) return 'NOTHING_ABOVE';
  if (asked <= position.dust) return 'NOTHING_BELOW';
  // No plan is nearer than what trading in fractions would leave, nor than what the units themselves allow.
  const least = Math.max(nothing - 2 * Math.min(offered, asked), leastByUnits(position));
  const unit = coarsestUnit(position);
  const end = position.money + money;
  correctInUnits(position, money);
  improve(position, towardsTargets(position), least + unit);
  keepUnneeded(position, end);
  if (!position.isNearer(nothing, largest)) {
    position.reset();
    improveOnce(position);
  }
  if (!position.isNearer(nothing, largest)) position.reset();
  const work = { left: MOST_STEPS };
  for (;;) {
    const counts = position.counts();
    const isTraded = counts.some((count) => count !== 0);
    const below = isTraded ? position.distance() - unit : nothing;
    const found =
      below <= least + position.dust
        ? { counts: null, isComplete: true }
        : searchNearer(position, below, largest, work);
    position.set(found.counts ?? counts);
    if (found.counts !== null) continue;
    if (isTraded) return null;
    return found.isComplete ? 'NONE_NEARER' : 'NONE_FOUND';
  }
}

/** The dearest among the cheapest units of the buckets: how finely the coarsest bucket can be fitted. */
function coarsestUnit({ lots }: Position): number {
  const cheapest = new Map<Part, number>();
  for (const { part, unit } of lots) cheapest.set(part, Math.min(unit, cheapest.get(part) ?? Infinity));
  return Math.max(0, ...cheapest.values());
}

/**
 * What no trade in whole units gets below: a bucket whose prices are all multiples of 50 moves in steps of 50, so a
 * drift of 20 stays 20 at least, and so does money by the step of all prices together.
 */
function leastByUnits({ parts, cash, lots, dust }: Position): number {
  const stepOf = (of: readonly Lot[]) => of.reduce((step, { unit }) => commonStep(step, unit), 0);
  const least = (part: Part): number => {
    const step = stepOf(
      part === cash ? lots.filter((lot) => lot.part !== cash) : lots.filter((lot) => lot.part === part),
    );
    if (step === 0) return Math.abs(part.start);
    const over = Math.abs(part.start) % step;
    return Math.min(over, step - over);
  };
  return parts.reduce((sum, part) => sum + least(part), 0) - dust;
}

/** The largest amount that both are multiples of; next to nothing where prices have none in common. */
function commonStep(one: number, other: number): number {
  let [a, b] = [Math.max(one, other), Math.min(one, other)];
  while (b > SMALLEST_STEP) [a, b] = [b, a % b];
  return a;
}
