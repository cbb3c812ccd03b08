import { type Amount, type Fixed, FIXED_ONE } from '../../platform/fixed-point.ts';
import type { PositionState } from './ledger-state.ts';
import type { PurchaseLots } from './purchase-lots.ts';
import { fixedOfClose, fixedOfScaled, scaledOfFixed } from './scaled-close.ts';

/** From ten-thousandths of a rupee to an amount. */
const AS_AMOUNT = fixedOfScaled(1) * FIXED_ONE;

/**
 * Shares that a policy holds; amounts are rupees. Each session of a backtest takes a close for each of them, and sums them up: what
 * is whole shares at a price of four decimals is kept as small whole numbers, which are as exact and make no garbage.
 */
export class Position {
  readonly security: number;
  /** Cost of the units without charges; with charges it is `cost + charges`. */
  cost: Amount;
  charges: Amount;
  readonly lots: PurchaseLots;
  /** The first day of the position, YYYY-MM-DD. */
  readonly heldSince: string;
  /** The day of the price. */
  pricedOn: string;
  /** Sessions since then. */
  missed: number;
  #quantity: Fixed = 0n;
  /** Whole shares; NaN where there is a part of one. */
  #shares = Number.NaN;
  /** Null until it is read after `#scaled` was set. */
  #price: Fixed | null = null;
  #scaled = Number.NaN;

  constructor(
    { security, quantity, cost, charges, heldSince, price, pricedOn, missed }: Omit<PositionState, 'lots'>,
    lots: PurchaseLots,
  ) {
    this.security = security;
    this.cost = cost;
    this.charges = charges;
    this.lots = lots;
    this.heldSince = heldSince;
    this.pricedOn = pricedOn;
    this.missed = missed;
    this.quantity = quantity;
    this.price = price;
  }

  /** As it is kept. */
  state(): PositionState {
    const { security, quantity, cost, charges, heldSince, price, pricedOn, missed } = this;
    const lots = [...this.lots.open()].map((lot) => ({
      ...lot.record,
      units_left: lot.quantity,
      cost_left: lot.cost,
    }));
    return { security, quantity, cost, charges, heldSince, price, pricedOn, missed, lots };
  }

  get quantity(): Fixed {
    return this.#quantity;
  }

  set quantity(quantity: Fixed) {
    this.#quantity = quantity;
    this.#shares = quantity % FIXED_ONE === 0n ? Number(quantity / FIXED_ONE) : Number.NaN;
  }

  /** The newest close, in shares of today. */
  get price(): Fixed {
    return (this.#price ??= fixedOfScaled(this.#scaled));
  }

  set price(price: Fixed) {
    this.#price = price;
    this.#scaled = scaledOfFixed(price);
  }

  /** The price in ten-thousandths of a rupee; NaN unless it is a small whole number of them. */
  get scaledPrice(): number {
    return this.#scaled;
  }

  /** Takes the close of a session as its price. @param scaled the same by `scaledOfClose`. */
  priceAt(close: number, scaled: number, day: string): void {
    this.#scaled = scaled;
    this.#price = Number.isNaN(scaled) ? fixedOfClose(close) : null;
    this.pricedOn = day;
    this.missed = 0;
  }

  /** The value in ten-thousandths of a rupee; NaN where that is no whole number, and inexact above 2^53. */
  get scaledWorth(): number {
    return this.#shares * this.#scaled;
  }
}

/** The value of positions at their newest prices. */
export function worthOf(positions: Iterable<Position>): Amount {
  let scaled = 0;
  let others = 0n;
  for (const position of positions) {
    const worth = position.scaledWorth;
    // Of numbers that stay below the limit the sum is exact.
    if (scaled + worth <= Number.MAX_SAFE_INTEGER) scaled += worth;
    else others += position.quantity * position.price;
  }
  return others + BigInt(scaled) * AS_AMOUNT;
}
