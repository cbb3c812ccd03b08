export type { AttachedStore, BackupTable, RestoreWriter } from './attached-store.ts';
export {
  backupFolder,
  folderProblem,
  listBackups,
  refuseWithoutRoom,
  removeOldScheduled,
  scheduledName,
  sizeText,
} from './backup-folder.ts';
export { dropThrowAwayDatabases } from './throw-away-database.ts';
