import path from 'node:path';
import { timeOfDay, whole } from './config-values.ts';

/** Settings of the backups that Munim makes by itself. */
export const BACKUP_VARIABLES = {
  BACKUP_TIME_IST: {
    summary: 'Daily time of the scheduled backup, Indian time',
    allowed: 'a time of day such as 02:30, or off',
    fallback: '02:30',
    parse: (value: string) => (value === 'off' ? null : timeOfDay(value)),
  },
  BACKUP_KEEP: {
    summary:
      'How many scheduled backups are kept; older ones are deleted. Backups that you made are never deleted',
    allowed: 'a whole number from 1 to 365',
    fallback: '7',
    parse: whole(1, 365),
  },
  BACKUP_DIR: {
    summary: 'Folder for backups, best on another disk; DATA_DIR/backups if empty',
    details: 'Each installation needs a folder of its own.',
    allowed: 'a folder path, or empty',
    fallback: '',
    parse: (value: string) => (value === '' ? null : path.resolve(value)),
  },
} as const;
