export { BrokerFailure } from '../failure.ts';
export { createOrderGateways } from './order-gateways.ts';
export {
  type BrokerFill,
  type BrokerOrder,
  type BrokerPosition,
  type OrderAllowance,
  type OrderGateway,
  type OrderGateways,
  type OrderRequest,
  type Placement,
} from './gateway.ts';
export { explainRefusal } from './refusal-words.ts';
export { limitPrice, tickSize } from './tick-size.ts';
