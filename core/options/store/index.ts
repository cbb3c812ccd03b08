export { createOptionsStore, type OptionsStore, STORE_FILE } from './store.ts';
export { openBackedUpStore, storeBackup } from './store-backup.ts';
export { type Row, type Table, TABLES, type Workspace } from './workspace.ts';
export { type AuditEntry, writeAudit } from './workspace-audit.ts';
