import { decimal } from '../../platform/index.ts';
import type { OrderRequest, Placement } from './gateway.ts';

const WHOLE = /^[1-9]\d{0,8}$/;
const PRICE = /^\d{1,9}(\.\d{1,2})?$/;

/** What is wrong with an order before it is sent, so that it never is; null where nothing is. */
export function faultOf(order: OrderRequest): string | null {
  if (!/^[A-Za-z0-9]{1,20}$/.test(order.tag)) return 'Its tag is not 1 to 20 letters and digits.';
  if (!/^[A-Z0-9&_-]{1,30}$/.test(order.symbol)) return 'Its symbol is not an NSE symbol.';
  if (!WHOLE.test(order.quantity)) return 'Its quantity is not a whole number of shares.';
  if (order.kind === 'MARKET')
    return order.limit_price === null ? null : 'A market order has no limit price.';
  if (order.limit_price === null || !PRICE.test(order.limit_price) || !decimal(order.limit_price).gt(0))
    return 'Its limit price is not an amount in rupees with at most two decimals.';
  return null;
}

/** An order that was refused here: nothing was sent. */
export const refusedHere = (why: string): Placement => ({
  outcome: 'REFUSED',
  refusal: 'ORDER_INVALID',
  message: `The order was not sent. ${why}`,
});
