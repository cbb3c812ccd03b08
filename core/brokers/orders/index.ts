export { BrokerFailure, REASONS } from '../failure.ts';
export { usableUntil } from '../token.ts';
export { createOrderGateways } from './order-gateways.ts';
export {
  type BrokerCharges,
  type BrokerFill,
  type BrokerOrder,
  type BrokerPosition,
  type FilledOrder,
  type OrderAllowance,
  type OrderGateway,
  type OrderGateways,
  type OrderRequest,
  type PastFill,
  type PastFills,
  type Placement,
} from './gateway.ts';
export { explainRefusal } from './refusal-words.ts';
export { limitPrice, tickSize } from './tick-size.ts';
