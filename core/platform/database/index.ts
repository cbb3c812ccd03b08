export { lock, lockWithin, tryLock, tryLockShared, unlockShared } from './advisory-locks.ts';
export { connectionOf } from './bare-connection.ts';
export { openKnex, whileHolding } from './connection-pools.ts';
export { beginTransaction } from './transaction-settings.ts';
export { connectionWords, createConnectionCensus, readConnections } from './connection-census.ts';
export { createDatabaseCheck, type DatabaseCheck } from './database-check.ts';
export {
  announce,
  type Database,
  type DbTransaction,
  openDatabase,
  poolSizes,
  sqlStateOf,
  type SystemWork,
  unlessReferenced,
  unlessUnique,
} from './database.ts';
export { changePeople, type People } from './change-people.ts';
export { type HeldConnection, openHeldConnection } from './held-connection.ts';
export { keptCount, keptCounts, keptPage } from './list-counts.ts';
export { createListener, type Listener } from './listener.ts';
export { survivesLostConnections } from './lost-connection.ts';
export {
  ensureAppRole,
  knownAppUrl,
  migrateDatabase,
  migrateUnlessNew,
  pendingMigrations,
  prepareBehindPooler,
} from './migrate.ts';
export { forcedTables, hiddenTables, refuseUnlessSeparated, trySeparation } from './row-security.ts';
export { unfitDatabase } from './session-settings.ts';
export { createReadOfPeople } from './people-read.ts';
export { createSharedRead } from './shared-read.ts';
export { countTopicChanges, takeTopics, tellChange } from './topic-revisions.ts';
export { type ChangeTopics, type Topic, TOPICS } from './topics.ts';
export { createSlowWork } from './slow-work.ts';
export { unavailability } from './unavailable.ts';
export { openClient } from './watched-client.ts';
