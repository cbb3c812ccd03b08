/** A bucket while trades are tried. Amounts in the portfolio's currency. */
export interface Part {
  /** Value minus target before any trade. */
  readonly start: number;
  /** The same after the trades tried so far. */
  drift: number;
}

/** What one holding can trade in: whole units, or thousandths of a fund's. */
export interface Lot {
  readonly part: Part;
  /** Value of one unit. */
  readonly unit: number;
  /** Units held, which is the most that can be sold. */
  readonly held: number;
  /** Value of all that is held, its fraction of a unit included. */
  readonly value: number;
  /** Units that make one of the units people count in: 1,000 for thousandths. */
  readonly fineness: number;
  /** Its proportional part of the correction in fractions of units: an amount, below zero where it is sold. */
  wanted: number;
  /** Units bought by the trades tried so far; below zero sold. */
  count: number;
}

/** Doubles leave dust: of a portfolio's value, less than this is nothing. */
const DUST = 1e-9;

/**
 * A portfolio with trades in whole units that can be tried and taken back. How far it is from its targets is the sum of
 * the drifts of all buckets, whichever way: twice what lies in the wrong bucket. Money is a bucket like the others,
 * which takes what every sale brings and gives what every purchase costs.
 */
export class Position {
  readonly dust: number;
  private readonly startMoney: number;

  constructor(
    readonly parts: readonly Part[],
    /** The bucket that the money is in. */
    readonly cash: Part,
    /** Money at hand, never below zero in a plan. */
    public money: number,
    readonly lots: readonly Lot[],
    total: number,
  ) {
    this.dust = total * DUST;
    this.startMoney = money;
  }

  trade(lot: Lot, count: number): void {
    const amount = count * lot.unit;
    lot.count += count;
    lot.part.drift += amount;
    this.cash.drift -= amount;
    this.money -= amount;
  }

  /**
   * Sells what is held of a lot beyond its last unit as well, all of whose units are sold, where that takes the drifts no
   * further and none beyond `largest`: of a few thousandths of a fund the rest is worth much beside them.
   * @returns whether it was sold.
   */
  sellRest({ part, value, held, unit }: Lot, largest: number): boolean {
    const before = this.distance();
    const move = (amount: number): void => {
      part.drift -= amount;
      this.cash.drift += amount;
      this.money += amount;
    };
    const rest = value - held * unit;
    move(rest);
    if (this.distance() <= before + this.dust && this.largest() <= largest + this.dust) return true;
    move(-rest);
    return false;
  }

  /** Sum of all drifts, whichever way. */
  distance(): number {
    return this.parts.reduce((sum, { drift }) => sum + Math.abs(drift), 0);
  }

  /** The largest drift, whichever way. */
  largest(): number {
    return this.parts.reduce((most, { drift }) => Math.max(most, Math.abs(drift)), 0);
  }

  counts(): number[] {
    return this.lots.map(({ count }) => count);
  }

  /** Tries these units of each lot instead of what was tried before, without the dust of earlier tries. */
  set(counts: readonly number[]): void {
    for (const part of this.parts) part.drift = part.start;
    this.money = this.startMoney;
    this.lots.forEach((lot, at) => {
      lot.count = 0;
      this.trade(lot, counts[at] ?? 0);
    });
  }

  reset(): void {
    this.set([]);
  }

  /** Whether the drifts come to less than `distance` while the largest is no larger than `largest`. */
  isNearer(distance: number, largest: number): boolean {
    return this.distance() < distance - this.dust && this.largest() <= largest + this.dust && this.isPaid();
  }

  isPaid(): boolean {
    return this.money >= -this.dust / 1000;
  }
}
