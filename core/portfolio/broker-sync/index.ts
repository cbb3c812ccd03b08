export {
  type Around,
  type BrokerSyncService,
  createBrokerSyncService,
  type Landing,
  type Staging,
} from './broker-sync-service.ts';
export type { KnownSymbol, Landed, SyncedHolding, SyncedTrade } from './synced.ts';
