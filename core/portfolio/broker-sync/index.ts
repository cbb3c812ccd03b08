export { createBrokerSyncService } from './broker-sync-service.ts';
