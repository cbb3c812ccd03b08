import {
  type Amount,
  FIXED_ONE,
  type Fixed,
  parseAmount,
  parseFixed,
  share,
} from '../../platform/fixed-point.ts';
import { compareInReplay } from './replay-order.ts';
import type { LedgerTransaction } from './transaction.ts';

/** A part of a lot that left the queue. */
export interface TakenLot {
  lot: OpenLot;
  quantity: Fixed;
  cost: Amount;
}

/** Units bought together that are still held; what is sold is taken out of `quantity` and `cost`. */
export class OpenLot {
  /** The purchase, or the transfer that brought the units. */
  readonly row: LedgerTransaction;
  quantity: Fixed;
  /** Amount paid for `quantity`, its share of the fee included; nothing where the cost is not known. */
  cost: Amount;
  readonly isCostKnown: boolean;
  queued = true;

  constructor(row: LedgerTransaction) {
    this.row = row;
    this.quantity = parseFixed(row.quantity);
    const isTransfer = row.type === 'TRANSFER_IN';
    const carried = row.carried_cost ?? null;
    this.isCostKnown = !isTransfer || carried !== null;
    if (isTransfer) this.cost = carried === null ? 0n : parseAmount(carried);
    else this.cost = this.quantity * parseFixed(row.price) + parseFixed(row.fee_tax) * FIXED_ONE;
  }

  /** The day from which the units count as held. */
  get date(): string {
    return this.row.acquired_on ?? this.row.date;
  }
}

/** How far back a cancelled purchase is looked for by its price; past that the newest units go. */
const CANCEL_LOOKBACK = 100;

/**
 * Open lots, oldest first. Sales take from the head by moving an index, so a position with a hundred thousand open
 * lots costs the same per sale as one with two. A purchase nobody has sold from is kept as its row alone and becomes
 * a lot when it is touched: a million rows then leave the garbage collector almost nothing to carry.
 *
 * Callers never take more than is held.
 */
export class LotQueue {
  readonly #entries: (LedgerTransaction | OpenLot | undefined)[] = [];
  #head = 0;

  add(row: LedgerTransaction): void {
    this.#entries.push(row);
  }

  /** Takes units from the oldest lots and gives their cost; the parts go to `parts`. */
  takeOldest(quantity: Fixed, parts: TakenLot[]): Amount {
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

  /** Takes units from the newest lots and gives their cost; the parts go to `parts`. */
  takeNewest(quantity: Fixed, parts: TakenLot[]): Amount {
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

  /** Takes back a purchase: recent lots bought at this price first, then whatever is newest. Gives their cost. */
  takeCancelled(quantity: Fixed, price: Fixed, parts: TakenLot[]): Amount {
    let left = quantity;
    let cost = 0n;
    const takeFrom = (lot: OpenLot): void => {
      // What came without a purchase is no part of one.
      if (!lot.isCostKnown) return;
      const units = left < lot.quantity ? left : lot.quantity;
      if (units > 0n) cost += take(lot, units, parts);
      left -= units;
    };
    const oldest = Math.max(this.#head, this.#entries.length - CANCEL_LOOKBACK);
    for (let at = this.#entries.length - 1; at >= oldest && left > 0n; at--) {
      const lot = this.#lotAt(at);
      if (lot.row.type === 'BUY' && parseFixed(lot.row.price) === price) takeFrom(lot);
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
  putBack(parts: readonly TakenLot[]): void {
    for (const { lot, quantity, cost } of parts) {
      lot.quantity += quantity;
      lot.cost += cost;
      if (!lot.queued) this.#reinsert(lot);
    }
  }

  /**
   * Rescales every lot. The rounding is done on the running sum, so that the lots always add up to the rescaled
   * total; a lot that rounds to nothing hands its cost to its neighbour of known cost. The total must not round to nothing.
   * @returns the cost that nothing is left of, where all lots of known cost round to nothing beside others.
   */
  rescale(quantityOf: (quantity: Fixed) => Fixed): Amount {
    let before = 0n;
    let after = 0n;
    let orphanedCost = 0n;
    let kept: OpenLot | null = null;
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
  *open(): Generator<OpenLot> {
    for (let at = this.#head; at < this.#entries.length; at++) {
      const lot = this.#lotAt(at);
      if (lot.quantity > 0n) yield lot;
    }
  }

  #lotAt(at: number): OpenLot {
    const entry = this.#entries[at];
    if (entry === undefined) throw new RangeError('more units taken than the lots hold');
    if (entry instanceof OpenLot) return entry;
    const lot = new OpenLot(entry);
    this.#entries[at] = lot;
    return lot;
  }

  #reinsert(lot: OpenLot): void {
    lot.queued = true;
    let at = this.#head;
    for (; at < this.#entries.length && compareInReplay(this.#lotAt(at).row, lot.row) < 0; at++);
    // The slots before the head are spent: the usual case needs no move of the others.
    if (at === this.#head && at > 0) this.#entries[--this.#head] = lot;
    else this.#entries.splice(at, 0, lot);
  }
}

/** Moves units out of a lot and gives their cost. All of a lot takes all of its cost along. */
function take(lot: OpenLot, quantity: Fixed, parts: TakenLot[]): Amount {
  const cost = share(lot.cost, quantity, lot.quantity);
  lot.quantity -= quantity;
  lot.cost -= cost;
  parts.push({ lot, quantity, cost });
  return cost;
}
