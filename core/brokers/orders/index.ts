export type {
  BrokerFill,
  BrokerOrder,
  BrokerOrderState,
  BrokerPosition,
  OrderGateway,
  OrderGateways,
  OrderKind,
  OrderRequest,
  Placement,
} from './gateway.ts';
