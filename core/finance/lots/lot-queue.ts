import { type Amount, FIXED_ONE, type Fixed, share } from '../../platform/fixed-point.ts';

/** Lot of a purchase, or of units acquired in another way. */
interface LotTerms {
  /** Above zero. */
  units: Fixed;
  /** Total cost with charges; null if unknown. */
  cost: Amount | null;
  /** The day from which the units count as held, YYYY-MM-DD. */
  heldSince: string;
}

/** How the records of a book become lots. One for all queues of the book. */
export interface LotReader<R extends object> {
  /** Asked once a lot, and only when the lot is touched. */
  read(record: R): LotTerms;
  /** Purchase price per unit; null if the record is not a purchase. A cancelled purchase is found by it. */
  price(record: R): Fixed | null;
  /** Below zero where the first record came before the second, as in a sort. */
  compare(a: R, b: R): number;
  /** The day of the record itself, YYYY-MM-DD. */
  dayOf(record: R): string;
}

/** A part of a lot that left the queue. */
export interface TakenLot<R extends object> {
  lot: OpenLot<R>;
  quantity: Fixed;
  cost: Amount;
  /** True if the units were bought on the day of their sale and matched with it before older lots. */
  isIntraday?: boolean;
}

/** Units that came together and are still held; what is sold is taken out of `quantity` and `cost`. */
export class OpenLot<R extends object> {
  /** The purchase, or what else brought the units. */
  readonly record: R;
  quantity: Fixed;
  /** Amount paid for `quantity`, its share of the charges included; nothing where the cost is not known. */
  cost: Amount;
  readonly isCostKnown: boolean;
  /** The day from which the units count as held. */
  readonly heldSince: string;
  queued = true;

  constructor(record: R, { units, cost, heldSince }: LotTerms) {
    this.record = record;
    this.quantity = units;
    this.cost = cost ?? 0n;
    this.isCostKnown = cost !== null;
    this.heldSince = heldSince;
  }
}

/** How far back a cancelled purchase is looked for by its price; past that the newest units go. */
const CANCEL_LOOKBACK = 100;

/**
 * Open lots of one security, oldest first: sales take the oldest units (FIFO). They do so by moving an index, so that a
 * position with a hundred thousand open lots costs the same per sale as one with two. A purchase nobody has sold from is
 * kept as its record alone and becomes a lot when it is touched: a million records then leave the garbage collector almost
 * nothing to carry.
 *
 * Callers add records in the order of `compare` and never take more than is held. Quantities are `Fixed`, costs `Amount`.
 */
export class LotQueue<R extends object> {
  readonly #reader: LotReader<R>;
  readonly #entries: (R | OpenLot<R> | undefined)[] = [];
  #head = 0;
  /** The first place that may hold units bought on the newest day of an intraday sale. */
  #dayStart = { day: '', at: 0 };

  constructor(reader: LotReader<R>) {
    this.#reader = reader;
  }

  add(record: R): void {
    this.#entries.push(record);
  }

  /** Adds a lot as it was kept: its record, and the units and cost that are left of it. */
  restore(record: R, quantity: Fixed, cost: Amount): void {
    const lot = new OpenLot(record, this.#reader.read(record));
    lot.quantity = quantity;
    lot.cost = cost;
    this.#entries.push(lot);
  }

  /** Takes units from the oldest lots and gives their cost; the parts go to `parts`. */
  takeOldest(quantity: Fixed, parts: TakenLot<R>[]): Amount {
    let left = quantity;
    let cost = 0n;
    while (left > 0n) {
      const lot = this.#lotAt(this.#head);
      const units = left < lot.quantity ? left : lot.quantity;
      if (units > 0n) cost += take(lot, units, parts);
      left -= units;
      if (lot.quantity === 0n) {
        lot.queued = false;
        this.#entries[this.#head++] = undefined;
      }
    }
    return cost;
  }

  /**
   * Takes units that were bought on a day, in the order of their purchases, and leaves older lots alone.
   * @param quantity the most units to take; fewer are taken if fewer purchased units are left.
   * @returns their units and cost; the parts go to `parts`.
   */
  takeBoughtOn(day: string, quantity: Fixed, parts: TakenLot<R>[]): { units: Fixed; cost: Amount } {
    let left = quantity;
    let cost = 0n;
    for (let at = this.#startOf(day); left > 0n && at < this.#entries.length; at++) {
      const lot = this.#lotAt(at);
      // Free units and units from another share were not purchased.
      if ((this.#reader.price(lot.record) ?? 0n) === 0n) continue;
      const units = left < lot.quantity ? left : lot.quantity;
      if (units > 0n) cost += take(lot, units, parts, true);
      left -= units;
      if (lot.quantity === 0n && at === this.#dayStart.at) this.#dayStart.at = at + 1;
    }
    this.#dropEmptyTail();
    return { units: quantity - left, cost };
  }

  /** Takes units from the newest lots and gives their cost; the parts go to `parts`. */
  takeNewest(quantity: Fixed, parts: TakenLot<R>[]): Amount {
    let left = quantity;
    let cost = 0n;
    while (left > 0n) {
      const lot = this.#lotAt(this.#entries.length - 1);
      const units = left < lot.quantity ? left : lot.quantity;
      if (units > 0n) cost += take(lot, units, parts);
      left -= units;
      if (lot.quantity === 0n) {
        lot.queued = false;
        this.#entries.pop();
      }
    }
    return cost;
  }

  /**
   * Takes back a purchase: recent lots bought at this price first, then whatever is newest. Gives their cost. What came
   * without a known cost is no part of one: callers never take back more than the units of known cost.
   */
  takeCancelled(quantity: Fixed, price: Fixed, parts: TakenLot<R>[]): Amount {
    let left = quantity;
    let cost = 0n;
    const takeFrom = (lot: OpenLot<R>): void => {
      if (!lot.isCostKnown) return;
      const units = left < lot.quantity ? left : lot.quantity;
      if (units > 0n) cost += take(lot, units, parts);
      left -= units;
    };
    const oldest = Math.max(this.#head, this.#entries.length - CANCEL_LOOKBACK);
    for (let at = this.#entries.length - 1; at >= oldest && left > 0n; at--) {
      const lot = this.#lotAt(at);
      if (this.#reader.price(lot.record) === price) takeFrom(lot);
    }
    for (let at = this.#entries.length - 1; left > 0n; at--) {
      const lot = this.#lotAt(at);
      takeFrom(lot);
      if (lot.quantity === 0n && at === this.#entries.length - 1) {
        lot.queued = false;
        this.#entries.pop();
      }
    }
    return cost;
  }

  /** Puts back what a cancelled sale had taken, each part in its old place. */
  putBack(parts: readonly TakenLot<R>[]): void {
    for (const { lot, quantity, cost } of parts) {
      lot.quantity += quantity;
      lot.cost += cost;
      if (!lot.queued) this.#reinsert(lot);
    }
  }

  /**
   * Rescales every lot, as a split does. The rounding is done on the running sum, so that the lots always add up to the
   * rescaled total; a lot that rounds to nothing hands its cost to its neighbour of known cost. The total must not round
   * to nothing.
   * @param quantityOf the units that so many become.
   * @returns the cost that nothing is left of, where all lots of known cost round to nothing beside others.
   */
  rescale(quantityOf: (quantity: Fixed) => Fixed): Amount {
    let before = 0n;
    let after = 0n;
    let orphanedCost = 0n;
    let kept: OpenLot<R> | null = null;
    for (const lot of this.open()) {
      before += lot.quantity;
      const next = quantityOf(before);
      lot.quantity = next - after;
      after = next;
      if (lot.quantity === 0n) {
        orphanedCost += lot.cost;
        lot.cost = 0n;
      } else if (lot.isCostKnown) {
        lot.cost += orphanedCost;
        orphanedCost = 0n;
        kept = lot;
      }
    }
    if (kept === null) return orphanedCost;
    kept.cost += orphanedCost;
    return 0n;
  }

  /** Takes a part of the cost out of every lot, 0 to 1, and gives what left: a demerger. Units stay. */
  releaseCost(part: Fixed): Amount {
    let released = 0n;
    for (const lot of this.open()) {
      const cost = (lot.cost * part) / FIXED_ONE;
      lot.cost -= cost;
      released += cost;
    }
    return released;
  }

  /** The lots that still hold units, oldest first. */
  *open(): Generator<OpenLot<R>> {
    for (let at = this.#head; at < this.#entries.length; at++) {
      const lot = this.#lotAt(at);
      if (lot.quantity > 0n) yield lot;
    }
  }

  /** The first place with a record of a day, looked for from the newest one back; those of the day stand together at the end. */
  #startOf(day: string): number {
    if (this.#dayStart.day !== day) {
      let at = this.#entries.length;
      while (at > this.#head && this.#dayOf(at - 1) === day) at--;
      this.#dayStart = { day, at };
    }
    return Math.max(this.#dayStart.at, this.#head);
  }

  #dayOf(at: number): string | null {
    const entry = this.#entries[at];
    if (entry === undefined) return null;
    return this.#reader.dayOf(entry instanceof OpenLot ? entry.record : entry);
  }

  /** Lots that were emptied out of order would pile up behind a lot that is kept for years. */
  #dropEmptyTail(): void {
    for (;;) {
      const last = this.#entries.at(-1);
      if (!(last instanceof OpenLot) || last.quantity > 0n) return;
      last.queued = false;
      this.#entries.pop();
      if (this.#dayStart.at > this.#entries.length) this.#dayStart.at = this.#entries.length;
    }
  }

  #lotAt(at: number): OpenLot<R> {
    const entry = this.#entries[at];
    if (entry === undefined) throw new RangeError('more units taken than the lots hold');
    if (entry instanceof OpenLot) return entry;
    const lot = new OpenLot(entry, this.#reader.read(entry));
    this.#entries[at] = lot;
    return lot;
  }

  #reinsert(lot: OpenLot<R>): void {
    lot.queued = true;
    this.#dayStart = { day: '', at: 0 };
    let at = this.#head;
    const isBefore = (): boolean => this.#reader.compare(this.#lotAt(at).record, lot.record) < 0;
    for (; at < this.#entries.length && isBefore(); at++);
    // The slots before the head are spent: the usual case needs no move of the others.
    if (at === this.#head && at > 0) this.#entries[--this.#head] = lot;
    else this.#entries.splice(at, 0, lot);
  }
}

/** Moves units out of a lot and gives their cost. All of a lot takes all of its cost along. */
function take<R extends object>(
  lot: OpenLot<R>,
  quantity: Fixed,
  parts: TakenLot<R>[],
  isIntraday = false,
): Amount {
  const cost = share(lot.cost, quantity, lot.quantity);
  lot.quantity -= quantity;
  lot.cost -= cost;
  parts.push(isIntraday ? { lot, quantity, cost, isIntraday } : { lot, quantity, cost });
  return cost;
}
