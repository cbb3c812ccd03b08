import type { Held } from '../../../core/reports/held.ts';

/** A rupee share in one portfolio, unless told otherwise; without a price it has no value either. */
export function held(
  symbol: string,
  quantity: number,
  price: number | null,
  change: Partial<Held> = {},
): Held {
  const rate = change.rate === undefined ? 1 : change.rate;
  return {
    id: symbol,
    portfolio: 'Long term',
    symbol,
    name: null,
    isin: null,
    asset_class: 'Indian Equity',
    sector: null,
    currency: 'INR',
    quantity,
    price,
    priced_at: null,
    price_source: null,
    target_allocation_pct: null,
    rate,
    value: price === null || rate === null ? null : quantity * price * rate,
    reason: price === null ? `No price for ${symbol}.` : null,
    ...change,
  };
}
