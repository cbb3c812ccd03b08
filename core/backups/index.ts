export {
  backupsView,
  type BackupsView,
  createScheduledBackups,
  type ScheduledBackups,
} from './scheduled-backups.ts';
export { backUpAll, rehearseAll, restoreAll, type WholeRehearsal } from './whole-backup.ts';
