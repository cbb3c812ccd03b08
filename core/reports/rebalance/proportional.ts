import type { Lot, Part, Position } from './position.ts';

interface Move {
  part: Part;
  lots: Lot[];
  /** Value of what can move, money included. */
  movable: number;
  /** What it would give or take: an amount above zero. */
  amount: number;
}

/**
 * Proportional drift correction (spec: Report rules 10) in fractions of units. Every bucket above its target gives,
 * every bucket below takes; where one side has less than the other, the other moves by the same fraction of its drift.
 * Inside a bucket each holding moves by its part of the bucket.
 * @returns what could be given and taken, and what the money itself is to gain or lose.
 */
export function correctInFractions(position: Position): { offered: number; asked: number; money: number } {
  const { cash, parts, dust } = position;
  const moves = parts.map((part): Move => {
    const lots = position.lots.filter((lot) => lot.part === part);
    const movable = sum(lots.map(({ value }) => value)) + (part === cash ? position.money : 0);
    const canMove = movable > 0 || part === cash;
    const most = part.start > 0 ? movable : canMove ? -part.start : 0;
    return { part, lots, movable, amount: Math.min(Math.abs(part.start), most) };
  });
  const side = (sign: number) =>
    sum(moves.filter(({ part }) => Math.sign(part.start) === sign).map(({ amount }) => amount));
  const offered = side(1);
  const asked = side(-1);
  const moved = Math.min(offered, asked);
  let money = 0;
  for (const { part, lots, movable, amount } of moves) {
    const whole = part.start > 0 ? offered : asked;
    const signed = whole <= dust ? 0 : (-Math.sign(part.start) * amount * moved) / whole;
    for (const lot of lots) lot.wanted = movable > 0 ? (signed * lot.value) / movable : 0;
    if (part === cash) money = movable > 0 ? (signed * position.money) / movable : signed;
  }
  return { offered, asked, money };
}

/**
 * The same in whole units: no bucket moves by more than its part, and the purchases cost no more than the sales bring
 * and the money gives. What is less than a unit of one holding goes to the others of its bucket.
 * @param money what the money itself is to gain or lose.
 */
export function correctInUnits(position: Position, money: number): void {
  const { parts } = position;
  const end = position.money + money;
  const of = (part: Part, sign: number) =>
    position.lots.filter((lot) => lot.part === part && Math.sign(lot.wanted) === sign);
  for (const part of parts) fill(position, of(part, -1), 1);
  const cost = sum(position.lots.map(({ wanted }) => Math.max(wanted, 0)));
  const share = cost === 0 ? 0 : Math.min(1, Math.max(0, position.money - end) / cost);
  for (const part of parts) fill(position, of(part, 1), share);
}

/**
 * Trades whole units of the lots up to a share of what is wanted of all of them: of each what it has in full, then one
 * more of those that are furthest behind, and what fits none of these of the others in proportion.
 */
function fill(position: Position, lots: readonly Lot[], share: number): void {
  let rest = sum(lots.map(({ wanted }) => Math.abs(wanted))) * share;
  const trade = (lot: Lot, units: number) => {
    const most = Math.min(units, roomOf(lot), Math.floor((rest + position.dust) / lot.unit));
    if (most <= 0) return;
    position.trade(lot, Math.sign(lot.wanted) * most);
    rest -= most * lot.unit;
  };
  const unitsOf = ({ wanted, unit }: Lot, of: number) => (Math.abs(wanted) / unit) * of;
  for (const lot of lots) trade(lot, Math.floor(unitsOf(lot, share) + DUST));
  const behind = (lot: Lot) => unitsOf(lot, share) - Math.abs(lot.count);
  // Of two that are equally far the dearer: the cheaper one fits later too.
  const order = lots.map((lot) => ({ lot, behind: Math.round(behind(lot) / DUST) }));
  order.sort((a, b) => b.behind - a.behind || b.lot.unit - a.lot.unit);
  for (const one of order) if (one.behind > 0) trade(one.lot, 1);
  for (;;) {
    const open = lots.filter((lot) => lot.unit <= rest + position.dust && roomOf(lot) > 0);
    const [cheapest] = [...open].sort((a, b) => a.unit - b.unit);
    if (cheapest === undefined) return;
    const part = rest / sum(open.map(({ wanted }) => Math.abs(wanted)));
    const before = rest;
    for (const lot of open) trade(lot, Math.floor(unitsOf(lot, part) + DUST));
    if (rest === before) trade(cheapest, 1);
  }
}

/** Of a unit: quotients of doubles that are nearer than this to the next unit are that unit. */
const DUST = 1e-9;

const roomOf = ({ wanted, held, count }: Lot): number => (wanted > 0 ? Infinity : held + count);

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
