export { createOptionsStore, type OptionsStore, STORE_FILE } from './store.ts';
export { openBackedUpStore, storeBackup } from './store-backup.ts';
export { type Table, TABLES, type Workspace } from './workspace.ts';
export { writeAudit } from './workspace-audit.ts';
