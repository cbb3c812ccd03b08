import type { Lot, Part, Position } from './position.ts';

/** How many units of a lot may be bought (above zero) or sold in all. */
type Range = (lot: Lot) => { least: number; most: number };

/** A bucket above its target only sells, one below only buys, and one at its target does neither. */
export const towardsTargets =
  ({ dust }: Position): Range =>
  ({ part, held }) => ({
    least: part.start > dust ? -held : 0,
    most: part.start < -dust ? Infinity : 0,
  });

const anyTrade: Range = ({ held }) => ({ least: -held, most: Infinity });

/** A bound on the work, by count so that every machine finds the same: some milliseconds. */
const MOST_TRIES = 50_000;
/** The cheapest holdings of a bucket, which make up for a unit of another. */
const BALANCING = 3;

/**
 * Tries single trades as long as one comes nearer to the targets, and single units that other holdings make up for until
 * all drifts together come to no more than `enough`; the best of each round is kept.
 */
export function improve(position: Position, range: Range, enough: number): void {
  const balancing = balancingLots(position, range);
  const work = { left: MOST_TRIES };
  do {
    while (improveByOne(position, range));
  } while (position.distance() > enough && improveByBalance(position, range, balancing, work));
}

/** The one such step that comes nearest, of all that there are: whatever a bucket needs, another holding may be sold. */
export function improveOnce(position: Position): void {
  improveByBalance(position, anyTrade, balancingLots(position, anyTrade), { left: MOST_TRIES });
}

function improveByOne(position: Position, range: Range): boolean {
  const { cash } = position;
  let best = { gain: position.dust, lot: null as Lot | null, count: 0 };
  for (const lot of position.lots) {
    const count = bestCount(position, lot, range);
    if (count === 0) continue;
    const amount = count * lot.unit;
    const { drift } = lot.part;
    const gain =
      Math.abs(drift) - Math.abs(drift + amount) + Math.abs(cash.drift) - Math.abs(cash.drift - amount);
    if (gain > best.gain) best = { gain, lot, count };
  }
  if (best.lot === null) return false;
  position.trade(best.lot, best.count);
  return true;
}

/** One unit more or less of a holding, with what the cheapest of every bucket then do best. */
function improveByBalance(
  position: Position,
  range: Range,
  balancing: readonly Lot[],
  work: { left: number },
): boolean {
  let best = { distance: position.distance() - position.dust, trades: null as [Lot, number][] | null };
  for (const first of position.lots) {
    for (const step of [1, -1]) {
      const { least, most } = range(first);
      if (first.count + step < least || first.count + step > most || first.part === position.cash) continue;
      if (work.left <= 0) break;
      const trades: [Lot, number][] = [[first, step]];
      position.trade(first, step);
      for (let more = true; more && trades.length < 2 * balancing.length;) {
        more = false;
        work.left -= balancing.length;
        for (const lot of balancing) {
          const count = lot === first ? 0 : bestCount(position, lot, range);
          if (count === 0) continue;
          position.trade(lot, count);
          trades.push([lot, count]);
          more = true;
        }
      }
      const distance = position.distance();
      if (distance < best.distance && position.isPaid()) best = { distance, trades };
      for (const [lot, count] of trades) position.trade(lot, -count);
    }
  }
  if (best.trades === null) return false;
  for (const [lot, count] of best.trades) position.trade(lot, count);
  return true;
}

/** Units of this lot alone that come nearest, with the money that is there; 0 where none comes nearer. */
function bestCount(position: Position, lot: Lot, range: Range): number {
  const { cash, money } = position;
  if (lot.part === cash) return 0;
  const { drift } = lot.part;
  const amount =
    drift < 0 && cash.drift > 0
      ? Math.min(-drift, cash.drift)
      : drift > 0 && cash.drift < 0
        ? -Math.min(drift, -cash.drift)
        : 0;
  if (amount === 0) return 0;
  const { least, most } = range(lot);
  const affordable = Math.max(0, Math.floor(money / lot.unit + 1e-9));
  const within = (count: number) =>
    Math.max(least - lot.count, Math.min(count, most - lot.count, affordable));
  const distance = (count: number) =>
    Math.abs(drift + count * lot.unit) + Math.abs(cash.drift - count * lot.unit);
  const low = within(Math.trunc(amount / lot.unit));
  const high = within(low + Math.sign(amount));
  const count = distance(high) < distance(low) - position.dust ? high : low;
  return distance(count) < distance(0) - position.dust ? count : 0;
}

function balancingLots({ lots, parts }: Position, range: Range): Lot[] {
  const cheapest = (part: Part) =>
    lots
      .filter((lot) => lot.part === part && (range(lot).least < 0 || range(lot).most > 0))
      .sort((a, b) => a.unit - b.unit)
      .slice(0, BALANCING);
  return parts.flatMap(cheapest);
}

/**
 * What brings money that nothing is bought with need not be sold: whole units of it stay, of the smallest sales first,
 * where that is no further from the targets.
 * @param end what the money would come to in fractions of units.
 */
export function keepUnneeded(position: Position, end: number): void {
  const sales = position.lots
    .filter(({ count }) => count < 0)
    .sort((a, b) => b.count * b.unit - a.count * a.unit);
  for (const lot of sales) {
    const before = position.distance();
    const kept = Math.min(Math.floor((position.money - end) / lot.unit + 1e-9), -lot.count);
    if (kept <= 0) continue;
    position.trade(lot, kept);
    if (position.distance() > before + position.dust) position.trade(lot, -kept);
  }
}
