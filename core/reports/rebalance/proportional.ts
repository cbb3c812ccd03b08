import type { Lot, Part, Position } from './position.ts';

interface Move {
  part: Part;
  lots: Lot[];
  /** Worth of what can move, money included. */
  worth: number;
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
  const { purse, parts, dust } = position;
  const moves = parts.map((part): Move => {
    const lots = position.lots.filter((lot) => lot.part === part);
    const worth = sum(lots.map(({ value }) => value)) + (part === purse ? position.money : 0);
    const canMove = worth > 0 || part === purse;
    const most = part.start > 0 ? worth : canMove ? -part.start : 0;
    return { part, lots, worth, amount: Math.min(Math.abs(part.start), most) };
  });
  const side = (sign: number) =>
    sum(moves.filter(({ part }) => Math.sign(part.start) === sign).map(({ amount }) => amount));
  const offered = side(1);
  const asked = side(-1);
  const moved = Math.min(offered, asked);
  let money = 0;
  for (const { part, lots, worth, amount } of moves) {
    const whole = part.start > 0 ? offered : asked;
    const signed = whole <= dust ? 0 : (-Math.sign(part.start) * amount * moved) / whole;
    for (const lot of lots) lot.wanted = worth > 0 ? (signed * lot.value) / worth : 0;
    if (part === purse) money = worth > 0 ? (signed * position.money) / worth : signed;
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

/** Trades whole units of the lots up to a share of what is wanted of all of them, in proportion to it. */
function fill(position: Position, lots: readonly Lot[], share: number): void {
  let rest = sum(lots.map(({ wanted }) => Math.abs(wanted))) * share;
  for (;;) {
    const open = lots.filter((lot) => lot.unit <= rest + position.dust && roomOf(lot) > 0);
    const whole = sum(open.map(({ wanted }) => Math.abs(wanted)));
    if (whole === 0) return;
    let spent = 0;
    const trade = (lot: Lot, units: number) => {
      position.trade(lot, Math.sign(lot.wanted) * units);
      spent += units * lot.unit;
    };
    for (const lot of open) {
      const units = Math.floor((rest * Math.abs(lot.wanted)) / whole / lot.unit + 1e-9);
      if (units > 0) trade(lot, Math.min(units, roomOf(lot)));
    }
    if (spent === 0) trade(furthestBehind(open), 1);
    rest -= spent;
  }
}

const roomOf = ({ wanted, held, count }: Lot): number => (wanted > 0 ? Infinity : held + count);

/** By units; of two that are equally far the dearer, since the cheaper one fits later too. */
function furthestBehind(lots: readonly Lot[]): Lot {
  const behind = ({ wanted, count, unit }: Lot) => Math.abs(wanted) / unit - Math.abs(count);
  return lots.reduce((most, lot) => {
    const more = behind(lot) - behind(most);
    return more > 1e-9 || (more > -1e-9 && lot.unit > most.unit) ? lot : most;
  });
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
