export { backup, type BackupSummary, restore, type RestoreSummary } from './backup.ts';
export { rehearse, type Rehearsal } from './rehearsal.ts';
export type { AttachedStore, BackupTable, RestoreWriter } from './attached-store.ts';
export {
  backupCheck,
  type BackupCheck,
  type BackupHoldings,
  outcomeOf,
  readCheck,
  removeCheck,
  removeOldScheduled,
  writeCheck,
} from './backup-check.ts';
export {
  backupFolder,
  folderProblem,
  listBackups,
  refuseWithoutRoom,
  scheduledName,
  sizeText,
} from './backup-folder.ts';
export { dropThrowAwayDatabases } from './throw-away-database.ts';
export { presentHoldings, previewBackup } from './preview.ts';
export { createBackupSigner, type Origin } from './signature.ts';
export { BackupError } from './format.ts';
export {
  beginGeneration,
  type BooksGeneration,
  readGeneration,
  readMarks,
  readSeenBooks,
  type SeenBooks,
  writeSeenBooks,
} from './generation.ts';
