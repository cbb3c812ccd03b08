import { LotQueue, type LotReader, type TakenLot } from '../../finance/lots/index.ts';
import { type Amount, type Fixed, share } from '../../platform/fixed-point.ts';

/** A purchase of a policy: the record of a tax lot. */
export interface Purchase {
  /** YYYY-MM-DD */
  readonly day: string;
  /** As bought. */
  readonly units: Fixed;
  /** Price times units, without charges. */
  readonly value: Amount;
  readonly charges: Amount;
  /** The part of the charges that the law lets one deduct. */
  readonly deductible: Amount;
}

const READER: LotReader<Purchase> = {
  read: ({ units, value, day }) => ({ units, cost: value, heldSince: day }),
  price: () => null,
  compare: (a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0),
  dayOf: ({ day }) => day,
};

/** Lots of one share, oldest first; their cost is what was paid without charges. */
export type PurchaseLots = LotQueue<Purchase>;

export function purchaseLots(): PurchaseLots {
  return new LotQueue(READER);
}

/** A part of a lot that is sold. */
export interface SoldPart {
  readonly purchase: Purchase;
  readonly units: Fixed;
  /** Without charges. */
  readonly cost: Amount;
}

/** The oldest units as `takeOldest` would take them; nothing is taken. */
export function oldestParts(lots: PurchaseLots, units: Fixed): SoldPart[] {
  const parts: SoldPart[] = [];
  let left = units;
  for (const lot of lots.open()) {
    if (left === 0n) break;
    const own = left < lot.quantity ? left : lot.quantity;
    parts.push({ purchase: lot.record, units: own, cost: share(lot.cost, own, lot.quantity) });
    left -= own;
  }
  if (left > 0n) throw new RangeError('more units asked for than the lots hold');
  return parts;
}

/** Takes the oldest units. */
export function takeOldestParts(lots: PurchaseLots, units: Fixed): SoldPart[] {
  const taken: TakenLot<Purchase>[] = [];
  lots.takeOldest(units, taken);
  return taken.map(soldPart);
}

/** Takes the newest units. */
export function takeNewestParts(lots: PurchaseLots, units: Fixed): SoldPart[] {
  const taken: TakenLot<Purchase>[] = [];
  lots.takeNewest(units, taken);
  return taken.map(soldPart);
}

const soldPart = ({ lot, quantity, cost }: TakenLot<Purchase>): SoldPart => ({
  purchase: lot.record,
  units: quantity,
  cost,
});

/** The part of a purchase's charges that goes with a part of its cost. */
export function chargesOfPart({ purchase, cost }: SoldPart, which: 'charges' | 'deductible'): Amount {
  return share(purchase[which], cost, purchase.value);
}
