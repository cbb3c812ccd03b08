import { type Amount, type Fixed, share } from '../../platform/fixed-point.ts';
import type { TakenLot } from './lot-queue.ts';

/** SALE is a sale; the other two took an earlier sale or purchase back. */
export type DisposalKind = 'SALE' | 'SALE_CANCELLED' | 'PURCHASE_CANCELLED';

/** Units that left (or, cancelled, came back) with what they had cost by FIFO lots and by the moving average. */
export interface DisposalRecord<R extends object> {
  kind: DisposalKind;
  /** The sale, or what took one or a purchase back: the book's own record. */
  row: R;
  price: Fixed;
  /** Units the book could account for; negative where a sale was cancelled. */
  quantity: Fixed;
  /** Received after the fee. */
  proceeds: Amount;
  fee: Amount;
  averageCost: Amount;
  fifoCost: Amount;
  parts: TakenLot<R>[];
}

/**
 * NO_UNITS: the book holds no units for it. NO_COST: it does, and their cost is unknown. NO_PRICE: units left, and their
 * proceeds are unknown.
 */
export type UnmatchedKind = 'NO_UNITS' | 'NO_COST' | 'NO_PRICE';

/** The part of a sale that has no known purchase. It moves no money in any total. */
export interface UnmatchedRecord<R extends object> {
  kind: UnmatchedKind;
  row: R;
  quantity: Fixed;
  /** Its share of the row's amount after fee, and of the fee. */
  proceeds: Amount;
  fee: Amount;
  /** The lots of unknown cost that it took; none where there were no units. */
  parts: readonly TakenLot<R>[];
}

/** Units of cancelled sales with the cost that comes back. Among the parts are those of unknown cost. */
export interface TakenBack<R extends object> {
  quantity: Fixed;
  averageCost: Amount;
  parts: TakenLot<R>[];
}

/** A sale and what later cancellations have left of it, units of unknown cost included. */
interface CancellableSale<R extends object> extends TakenBack<R> {
  price: Fixed;
}

/** How far back a cancelled sale is looked for by its price; past that the latest sale is meant. */
const CANCEL_LOOKBACK = 100;

/** Everything that left a position, in the order of the replay, and the sales that can still be taken back. */
export class DisposalLog<R extends object> {
  readonly records: DisposalRecord<R>[] = [];
  readonly #standing: CancellableSale<R>[] = [];

  add(record: DisposalRecord<R>): void {
    this.records.push(record);
  }

  /** A sale that may be taken back from now on. What was paid out for a fraction is none. */
  stand(sale: CancellableSale<R>): void {
    this.#standing.push(sale);
  }

  /** After a split, the units of earlier sales are of another kind: they stay sold. */
  forgetSales(): void {
    this.#standing.length = 0;
  }

  /** Takes back up to `wanted` units: of the latest sale at this price and of this size, else of the latest. */
  takeBack(wanted: Fixed, price: Fixed): TakenBack<R> {
    const taken: TakenBack<R> = { quantity: 0n, averageCost: 0n, parts: [] };
    while (taken.quantity < wanted) {
      const left = wanted - taken.quantity;
      const at = this.#find(left, price);
      const sale = this.#standing[at];
      if (sale === undefined) break;
      const quantity = left < sale.quantity ? left : sale.quantity;
      // The record of the sale shares these parts, so a reversal copies them first. Few sales are reversed.
      sale.parts = sale.parts.map((part) => ({ ...part }));
      const known = knownUnits(sale.parts);
      const parts = takeNewestParts(sale.parts, quantity);
      const averageCost = share(sale.averageCost, knownUnits(parts), known);
      sale.averageCost -= averageCost;
      sale.quantity -= quantity;
      taken.averageCost += averageCost;
      taken.quantity += quantity;
      taken.parts.push(...parts);
      if (sale.quantity === 0n) this.#standing.splice(at, 1);
    }
    return taken;
  }

  #find(quantity: Fixed, price: Fixed): number {
    const latest = this.#standing.length - 1;
    for (let at = latest; at >= 0 && at > latest - CANCEL_LOOKBACK; at--) {
      const sale = this.#standing[at];
      if (sale !== undefined && sale.price === price && sale.quantity >= quantity) return at;
    }
    return latest;
  }
}

/** Units whose cost is known. */
export function knownUnits<R extends object>(parts: readonly TakenLot<R>[]): Fixed {
  let units = 0n;
  for (const { lot, quantity } of parts) if (lot.isCostKnown) units += quantity;
  return units;
}

/** Takes units off the end of a list of parts, youngest first, and leaves the rest in the list. */
function takeNewestParts<R extends object>(parts: TakenLot<R>[], quantity: Fixed): TakenLot<R>[] {
  const into: TakenLot<R>[] = [];
  let left = quantity;
  for (let part = parts.at(-1); left > 0n && part !== undefined; part = parts.at(-1)) {
    const units = left < part.quantity ? left : part.quantity;
    const cost = share(part.cost, units, part.quantity);
    into.push({ ...part, quantity: units, cost });
    part.quantity -= units;
    part.cost -= cost;
    if (part.quantity === 0n) parts.pop();
    left -= units;
  }
  return into;
}
