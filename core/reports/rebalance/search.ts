import type { Lot, Part, Position } from './position.ts';

/** Plans in whole units that are looked at: some milliseconds, by count so that every machine finds the same. */
export const MOST_STEPS = 20_000;

/** A lot in the order of the search, with what its later ones can do. */
interface Place {
  lot: Lot;
  /** Units that can still be sold. */
  left: number;
  isLastOfPart: boolean;
  isLast: boolean;
  /** What the later lots of its bucket could be sold for, and those of all buckets. */
  sellableOfPart: number;
  sellable: number;
}

/**
 * Searches all plans in whole units for the nearest that is nearer than `below` and no larger in its largest drift than
 * `largest`: first among those that differ from the present one by one unit of each holding, then by two, four and so
 * on, so that as little as possible changes. Branches that cannot come nearer are cut: all drifts together are what
 * they were, so what is done with some buckets says what the others come to at least.
 * @param work how many plans may still be looked at; counted down.
 * @returns units of each lot, or null; `isComplete` where that is so of all plans and not only of those looked at.
 */
export function searchNearer(
  position: Position,
  below: number,
  largest: number,
  work: { left: number },
): { counts: number[] | null; isComplete: boolean } {
  const places = placesOf(position);
  const present = position.counts();
  for (let units = 1; ; units *= 2) {
    const found = new Search(position, places, { below, largest, units }, work);
    found.run();
    position.set(present);
    const isComplete = work.left > 0;
    if (found.best !== null) return { counts: found.best, isComplete };
    if (!found.isCut || !isComplete) return { counts: null, isComplete };
  }
}

interface Limits {
  below: number;
  largest: number;
  /** By which each holding may differ from the present plan, in whole ones. */
  units: number;
}

class Search {
  best: number[] | null = null;
  /** Whether the limit of units kept anything out. */
  isCut = false;
  private distance: number;
  private readonly sum: number;

  constructor(
    private readonly position: Position,
    private readonly places: readonly Place[],
    private readonly limits: Limits,
    private readonly work: { left: number },
  ) {
    this.distance = limits.below;
    this.sum = position.parts.reduce((all, { drift }) => all + drift, 0);
  }

  run(): void {
    const { parts, cash, lots } = this.position;
    const traded = new Set(lots.map(({ part }) => part));
    const fixed = parts.filter((part) => part !== cash && !traded.has(part));
    this.visit(
      0,
      fixed.reduce((all, { drift }) => all + Math.abs(drift), 0),
      fixed.reduce((all, { drift }) => all + drift, 0),
    );
  }

  /** @param done what the drifts of the buckets before come to, whichever way; `net` the same with their signs. */
  private visit(at: number, done: number, net: number): void {
    const place = this.places[at];
    if (place === undefined) return this.judge();
    const { lot, isLastOfPart } = place;
    const { part } = lot;
    for (const count of this.countsFor(place, done, net)) {
      if (this.work.left-- <= 0) return;
      const { drift } = part;
      const { money } = this.position;
      this.position.trade(lot, count);
      if (isLastOfPart && part !== this.position.cash)
        this.visit(at + 1, done + Math.abs(part.drift), net + part.drift);
      else this.visit(at + 1, done, net);
      this.position.trade(lot, -count);
      // Taken back to the digit: no dust gathers over many tries.
      part.drift = drift;
      this.position.money = money;
    }
  }

  /** Counts of a lot, the smallest first, that can still come nearer. */
  private *countsFor(place: Place, done: number, net: number): Generator<number> {
    const { lot, left, isLast, isLastOfPart, sellable, sellableOfPart } = place;
    const { cash, money, dust } = this.position;
    const { unit, part } = lot;
    const isPurse = part === cash;
    // What this bucket and the later ones have to share, and what they may exceed it by.
    const rest = this.sum - net;
    const slack = (this.distance - done - Math.abs(rest)) / 2;
    if (slack <= dust / 2) return;
    const payable = Math.floor((money + sellable) / unit + 1e-9);
    let least = -left;
    let most = payable;
    if (isPurse) most = Math.min(most, 0);
    else {
      const low = Math.min(0, rest) - slack;
      const high = Math.max(0, rest) + slack;
      if (isLastOfPart) least = Math.max(least, Math.ceil((low - part.drift) / unit - 1e-9));
      most = Math.min(most, Math.floor((high + sellableOfPart - part.drift) / unit + 1e-9));
    }
    const limit = this.limits.units * lot.fineness;
    if (least < -limit || most > limit) {
      this.isCut = true;
      least = Math.max(least, -limit);
      most = Math.min(most, limit);
    }
    if (isLast && !isPurse) {
      for (const count of bestOfLast(part.drift, rest, unit))
        if (count >= least && count <= most) yield count;
      // Where what is best is out of reach.
      if (least <= most) yield* [least, most];
      return;
    }
    for (let size = Math.max(0, least, -most); size <= Math.max(most, -least); size++) {
      if (size <= most && size >= least) yield size;
      if (size > 0 && -size >= least && -size <= most) yield -size;
    }
  }

  private judge(): void {
    const { position, limits } = this;
    // The drift of cash gathers dust over the tries; it is what all others leave of the sum.
    position.cash.drift =
      this.sum - position.parts.reduce((all, one) => (one === position.cash ? all : all + one.drift), 0);
    if (!position.isNearer(this.distance, limits.largest)) return;
    this.distance = position.distance();
    this.best = position.counts();
  }
}

/**
 * Where only one lot is left: no trade, the ends of what is equally near, the closer one first, and its middle, where
 * the largest drift is least.
 */
function bestOfLast(drift: number, rest: number, unit: number): number[] {
  const isNearZero = Math.abs(drift) <= Math.abs(drift - rest);
  const close = ((isNearZero ? 0 : rest) - drift) / unit;
  const far = ((isNearZero ? rest : 0) - drift) / unit;
  const middle = (close + far) / 2;
  return [
    0,
    Math.floor(close),
    Math.ceil(close),
    Math.floor(middle),
    Math.ceil(middle),
    Math.floor(far),
    Math.ceil(far),
  ];
}

/** Buckets of dear units first, those that can be fitted finely last; inside a bucket the dear ones first. */
function placesOf({ parts, cash, lots }: Position): Place[] {
  const finest = (part: Part) => Math.min(...lots.filter((lot) => lot.part === part).map(({ unit }) => unit));
  const ordered = parts
    .filter((part) => lots.some((lot) => lot.part === part))
    .map((part) => ({ part, unit: part === cash ? Infinity : finest(part) }))
    .sort((a, b) => (a.unit === b.unit ? 0 : b.unit - a.unit))
    .flatMap(({ part }) => lots.filter((lot) => lot.part === part).sort((a, b) => b.unit - a.unit));
  let sellable = 0;
  let sellableOfPart = 0;
  let after: Lot | null = null;
  const places: Place[] = [];
  for (const lot of ordered.reverse()) {
    const isLastOfPart = after?.part !== lot.part;
    if (isLastOfPart) sellableOfPart = 0;
    const left = lot.held + lot.count;
    places.push({ lot, left, isLast: after === null, isLastOfPart, sellable, sellableOfPart });
    sellable += left * lot.unit;
    sellableOfPart += left * lot.unit;
    after = lot;
  }
  return places.reverse();
}
