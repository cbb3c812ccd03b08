import type { BrokerOrder } from './gateway.ts';

/** Whether an order has ended by itself: what a broker says against cancelling it is no proof, its state is. */
export function isOver(orders: readonly BrokerOrder[], brokerOrderId: string): boolean {
  const found = orders.find(({ broker_order_id }) => broker_order_id === brokerOrderId);
  return found !== undefined && found.state !== 'OPEN';
}
