export { createOptionsStore, type OptionsStore, STORE_FILE } from './store.ts';
export { type Row, type Table, TABLES, type Workspace } from './workspace.ts';
