import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from './context.ts';
import type { Identity } from './identity/index.ts';
import {
  backupFolder,
  dropThrowAwayDatabases,
  folderProblem,
  listBackups,
  refuseWithoutRoom,
  removeOldScheduled,
  scheduledName,
  sizeText,
} from './platform/backup/index.ts';
import { DAY_MS, istDate, istInstant, Problem } from './platform/index.ts';
import {
  flag,
  instant,
  number,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from './platform/schema/index.ts';
import { backUpAll } from './whole-backup.ts';

/** The backups of this installation, for its owner. */
export const backupsView = view({
  /** When the daily one is made, Indian time; null where that is switched off. */
  time: textOrNull,
  /** How many scheduled ones are kept. */
  keep: whole,
  folder: text,
  /** The newest one, scheduled or not; null where there is none. */
  last: view({ name: text, at: instant, bytes: number, size: text, is_scheduled: flag }).nullable().defined(),
  scheduled_count: whole,
  /** All of them together. */
  total_bytes: number,
  /** The last time of the schedule passed without a backup. */
  is_overdue: flag,
  /** Why nothing is known of the folder. */
  reason: textOrNull,
});
export type BackupsView = ViewOf<typeof backupsView>;

/** A backup that is due may take so long before it counts as missing. */
const OVERDUE_AFTER_MS = 2 * 3_600_000;

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>;

/**
 * Backups by the clock, and what there is of them.
 * @param parts.ownerUrl the role that owns the tables
 * @param parts.writeAll what writes a backup, for tests
 */
export function createScheduledBackups(
  { config, log, clock }: Pick<Context, 'config' | 'log' | 'clock'>,
  parts: {
    ownerUrl: string;
    users: Pick<Identity['users'], 'ensureOwner'>;
    writeAll?: typeof backUpAll;
  },
) {
  const { ownerUrl, users, writeAll = backUpAll } = parts;
  const folder = backupFolder(config);

  return {
    /**
     * Makes the backup of a due time and deletes the oldest scheduled ones beyond BACKUP_KEEP. A repeat replaces the same
     * file; a process that dies leaves the files of before, and its draft goes with the next backup.
     * @returns one line for the record
     * @throws BackupError with a sentence that the owner can act on
     */
    async write(this: void, dueAt: Date, signal: AbortSignal): Promise<string> {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await refuseWithoutRoom(folder, (await listBackups(folder))[0]?.bytes ?? null);
        const name = scheduledName(dueAt);
        const place = { config, log, server: { ownerUrl } };
        const { rows, bytes } = await writeAll(place, path.join(folder, name), signal);
        const removed = await removeOldScheduled(folder, config.BACKUP_KEEP, name);
        // What a killed check of a backup left takes as much room as the database. The backup is made, whatever becomes of it.
        await dropThrowAwayDatabases(ownerUrl).catch((err: unknown) =>
          log.warn({ err }, 'what a check of a backup left could not be dropped'),
        );
        return `${rows} rows in ${bytes} bytes, ${removed} old backups deleted`;
      } catch (error) {
        throw folderProblem(error, folder);
      }
    },

    /** @throws Problem 403 OWNER_ONLY */
    async overview(this: void, userId: string): Promise<BackupsView> {
      const { id } = await users.ensureOwner();
      if (id !== userId)
        throw new Problem(
          403,
          'OWNER_ONLY',
          'Backups contain everybody’s data. Ask the owner of this installation.',
        );
      const { BACKUP_TIME_IST: time, BACKUP_KEEP: keep } = config;
      const about = { time, keep, folder };
      try {
        const files = await listBackups(folder);
        const [last] = files;
        return {
          ...about,
          last:
            last === undefined
              ? null
              : {
                  name: last.name,
                  at: last.at.toISOString(),
                  bytes: last.bytes,
                  size: sizeText(last.bytes),
                  is_scheduled: last.isScheduled,
                },
          scheduled_count: files.filter(({ isScheduled }) => isScheduled).length,
          total_bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
          is_overdue: time !== null && last !== undefined && last.at < lastDue(time, clock.now()),
          reason: null,
        };
      } catch (error) {
        const problem = folderProblem(error, folder);
        log.warn({ err: error }, 'the backup folder cannot be read');
        const reason = problem instanceof Error ? problem.message : String(problem);
        return { ...about, last: null, scheduled_count: 0, total_bytes: 0, is_overdue: false, reason };
      }
    },
  };
}

/** The last due time by which a backup must be there at `now`. */
function lastDue(time: string, now: Date): Date {
  const latest = new Date(now.getTime() - OVERDUE_AFTER_MS);
  const today = istInstant(istDate(latest), time);
  return today <= latest ? today : new Date(today.getTime() - DAY_MS);
}
