import { type Decimal, toScale } from '../../platform/index.ts';
import type { HoldingInput } from './inputs.ts';

const number = (value: number | null | undefined): Decimal | null =>
  value === null || value === undefined ? null : toScale(value);

/** Where a price comes from that a person gives: it belongs to no session of a market. */
export function manuallyPriced(price: Decimal | null, now: Date) {
  return price === null
    ? { priced_at: null, price_source: null, price_as_of: null }
    : { priced_at: now, price_source: 'MANUAL', price_as_of: null };
}

/** Columns of a holding from its input; Cash is worth its face, so its price is always known to be one. */
export function holdingColumns(input: HoldingInput, symbol: string) {
  const cash = input.asset_class === 'Cash';
  const price = cash ? toScale(1) : number(input.current_price);
  return {
    symbol,
    name: input.name?.trim() || null,
    asset_class: input.asset_class,
    currency: input.currency,
    isin: input.isin?.trim().toUpperCase() || null,
    quantity: toScale(input.quantity),
    avg_buy_price: toScale(input.avg_buy_price),
    current_price: price,
    previous_close: cash ? toScale(1) : number(input.previous_close),
    sector: input.sector?.trim() || null,
    beta: input.beta ?? null,
    target_allocation_pct: input.target_allocation_pct ?? null,
    price_interval_days: input.price_interval_days ?? null,
    maturity_date: input.maturity_date ?? null,
    face_value: number(input.face_value),
    coupon_rate: input.coupon_rate ?? null,
    coupon_frequency: input.coupon_frequency ?? null,
  };
}
