import { createHash } from 'node:crypto';
import { istTime, momentInWords, redactText } from '../core/platform/index.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';
import { lastDone } from './runs.ts';

/** The name of the job, under which its runs are recorded. */
export const DAILY_BACKUP = 'daily_backup';

/** Backs up everything to BACKUP_DIR, checks the backup and deletes the oldest scheduled ones. Success is silent. */
export async function backUpDaily(
  { backups }: Pick<JobContext, 'backups'>,
  { dueAt, signal }: Pick<Run, 'dueAt' | 'signal'>,
): Promise<string> {
  return await backups.write(dueAt, signal);
}

/** Tells the owner that no backup could be made, or that it failed its check: once for a reason, until a backup succeeds. */
export async function tellBackupFailed(
  { database, identity, notifications }: Pick<JobContext, 'database' | 'identity' | 'notifications'>,
  { dueAt }: Pick<Run, 'dueAt'>,
  reason: string,
): Promise<void> {
  const last = await lastDone(database, DAILY_BACKUP);
  const { id } = await identity.users.ensureOwner();
  const why = createHash('sha256').update(reason).digest('hex').slice(0, 16);
  const before =
    last === null
      ? 'No scheduled backup has succeeded yet.'
      : `The last one that succeeded was due on ${momentInWords(last)}.`;
  await notifications.notify(id, {
    kind: 'system_notice',
    dedupKey: `backup_failed:${last?.toISOString() ?? 'never'}:${why}`,
    title: 'The daily backup failed',
    body: `${redactText(reason)} ${before} Munim tries again every day at ${istTime(dueAt)} IST; to try now, run: npm run backup`,
  });
}
