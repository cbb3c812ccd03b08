export { createOrderGateways } from './order-gateways.ts';
export {
  type BrokerOrder,
  type OrderAllowance,
  type OrderGateway,
  type OrderGateways,
  type OrderRequest,
  type Placement,
} from './gateway.ts';
export { limitPrice } from './tick-size.ts';
