export { backupsView, type BackupsView } from './backups-view.ts';
export { createScheduledBackups, type ScheduledBackups } from './scheduled-backups.ts';
export { backUpAll, rehearseAll, restoreAll, type WholeRehearsal } from './whole-backup.ts';
