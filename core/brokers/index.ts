export { type Brokers, createBrokers } from './brokers-area.ts';
export { CONNECTION_SECRETS } from './accounts/secrets.ts';
export type { BrokerName, WholeDays } from './adapter.ts';
export { type AdapterEntry, ADAPTERS } from './adapters/index.ts';
export { NEEDS_PERSON, REASON_CODES } from './failure.ts';
export {
  type ConnectionChange,
  connectionChange,
  type ConnectionInput,
  connectionInput,
  type ConnectionRole,
  loginInput,
  otpInput,
  portfolioChoice,
  tradeNameInput,
} from './inputs.ts';
export { createReadSyncHealth, type SyncHealth, syncHealthView } from './sync-health.ts';
export type {
  AskedTrades,
  KnownSymbol,
  PortfolioSync,
  SyncedHolding,
  SyncedTrade,
  SyncHooks,
  SyncResult,
  SyncToCommit,
  TradeNames,
} from './sync/portfolio-sync.ts';
export {
  type BrokersView,
  brokersView,
  type BrokerView,
  type CommonPortfolio,
  type Connections,
  type ConnectionView,
  connectionView,
  type OtpResendView,
  otpResendView,
  SYNC_STATES,
  type SyncCounts,
  type SyncOutcome,
  syncOutcomeView,
  type SyncState,
} from './view.ts';
