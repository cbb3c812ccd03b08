import { unitsOf } from './money-units.ts';

/** A leg of an open trade, as far as its value goes. */
export interface OpenLeg {
  symbol: string;
  side: string;
  quantity: number;
  expiry: string;
  entry_price?: number | null | undefined;
  last_price?: number | null | undefined;
}

const signOf = (side: string): number => (side === 'BUY' ? 1 : -1);

/** Nothing trades at 0: it is what programs send where they have no price. */
const isPrice = (price: number | null | undefined): price is number =>
  typeof price === 'number' && Number.isFinite(price) && price > 0;

/**
 * What an open trade would gain if every leg were closed at its last price, in units; null with the reasons where a price is
 * missing.
 */
export function unrealisedOf(legs: readonly OpenLeg[]): { gross: number | null; reasons: string[] } {
  const reasons: string[] = [];
  let gross = 0;
  for (const { symbol, side, quantity, entry_price, last_price } of legs) {
    if (!isPrice(entry_price)) reasons.push(`ENTRY_PRICE_MISSING ${symbol}`);
    if (!isPrice(last_price)) reasons.push(`LAST_PRICE_MISSING ${symbol}`);
    gross += (unitsOf(last_price ?? 0) - unitsOf(entry_price ?? 0)) * quantity * signOf(side);
  }
  return { gross: reasons.length === 0 ? gross : null, reasons };
}
