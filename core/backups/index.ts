export { backupsView, type BackupsView } from './backups-view.ts';
export { readBackups } from './read-backups.ts';
export { createScheduledBackups, type ScheduledBackups } from './scheduled-backups.ts';
export { backUpAll, rehearseAll, restoreAll, type WholeRehearsal } from './whole-backup.ts';
