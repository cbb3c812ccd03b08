import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Identity } from '../identity/index.ts';
import {
  type BackupCheck,
  BackupError,
  backupFolder,
  dropThrowAwayDatabases,
  folderProblem,
  listBackups,
  outcomeOf,
  readCheck,
  refuseWithoutRoom,
  removeCheck,
  removeOldScheduled,
  scheduledName,
  sizeText,
  writeCheck,
} from '../platform/backup/index.ts';
import { type Context, DAY_MS, istDate, istInstant, Problem } from '../platform/index.ts';
import { backupLines, type BackupsView } from './backups-view.ts';
import { backUpAll, rehearseAll } from './whole-backup.ts';

/** A backup that is due may take so long before it counts as missing. */
const OVERDUE_AFTER_MS = 2 * 3_600_000;
/** A check that takes longer is broken off: it has not found anything, and the backup stays. */
const LONGEST_CHECK_MS = 30 * 60_000;

export type ScheduledBackups = ReturnType<typeof createScheduledBackups>;

/**
 * Backups by the clock, and what there is of them.
 * @param parts.ownerUrl the role that owns the tables
 * @param parts.writeAll what writes a backup, for tests
 * @param parts.checkAll what tries to restore it, for tests
 * @param parts.longestCheckMs how long that may take
 */
export function createScheduledBackups(
  { config, log, clock }: Pick<Context, 'config' | 'log' | 'clock'>,
  parts: {
    ownerUrl: string;
    users: Pick<Identity['users'], 'ensureOwner'>;
    writeAll?: typeof backUpAll;
    checkAll?: typeof rehearseAll;
    longestCheckMs?: number;
  },
) {
  const { ownerUrl, users, writeAll = backUpAll, checkAll = rehearseAll } = parts;
  const { longestCheckMs = LONGEST_CHECK_MS } = parts;
  const folder = backupFolder(config);
  const place = { config, log, server: { ownerUrl, embedded: config.DATABASE_URL === null } };

  async function check(file: string, signal: AbortSignal): Promise<BackupCheck> {
    const late = AbortSignal.timeout(longestCheckMs);
    const found = await outcomeOf(
      async () => await checkAll(place, file, AbortSignal.any([signal, late])),
      signal,
    );
    const outcome = late.aborted && found.outcome !== 'PASSED' ? LATE : found;
    return { at: clock.now().toISOString(), ...outcome };
  }

  return {
    /**
     * Makes the backup of a due time, checks it by a tried restore and deletes the oldest scheduled ones beyond BACKUP_KEEP. A
     * repeat replaces the same file; a process that dies leaves the files of before, and its draft goes with the next backup.
     * A backup that cannot be restored deletes no other one.
     * @returns one line for the record
     * @throws BackupError with a sentence that the owner can act on, also for a backup that cannot be restored
     */
    async write(this: void, dueAt: Date, signal: AbortSignal): Promise<string> {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await refuseWithoutRoom(folder, (await listBackups(folder))[0]?.bytes ?? null);
        const name = scheduledName(dueAt);
        const file = path.join(folder, name);
        await removeCheck(file);
        const { rows, bytes } = await writeAll(place, file, signal);
        // What a killed check left takes as much room as the database. The backup is made, whatever becomes of it.
        await dropThrowAwayDatabases(ownerUrl).catch((err: unknown) =>
          log.warn({ err }, 'what a check of a backup left could not be dropped'),
        );
        const checked = await check(file, signal);
        await writeCheck(file, checked);
        const removed = await removeOldScheduled(folder, config.BACKUP_KEEP, name);
        const { outcome, reason } = checked;
        if (outcome === 'FAILED')
          throw new BackupError(
            `The backup was written, but its check failed: ${reason ?? ''} Older backups are kept.`,
          );
        const said = outcome === 'PASSED' ? 'checked' : `not checked: ${reason ?? ''}`;
        return `${rows} rows in ${bytes} bytes, ${removed} old backups deleted, ${said}`;
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
      return await read();
    },

    read,
  };

  /** The state of the backups. Does not check who asks. */
  async function read(this: void): Promise<BackupsView> {
    const found = await look();
    return { ...found, lines: backupLines(found, clock.now()) };
  }

  async function look(): Promise<Omit<BackupsView, 'lines'>> {
    const { BACKUP_TIME_IST: time, BACKUP_KEEP: keep } = config;
    const about = { time, keep, folder };
    try {
      const files = await listBackups(folder);
      const [last] = files;
      const checks = await Promise.all(
        files.map(async ({ name, at, path: file }) => {
          const found = await readCheck(file);
          return found === null ? [] : [{ ...found, name, made_at: found.made_at ?? at.toISOString() }];
        }),
      );
      const [newest = null] = checks.flat();
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
        last_check: newest,
        scheduled_count: files.filter(({ isScheduled }) => isScheduled).length,
        total_bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
        is_overdue: time !== null && last !== undefined && last.at < lastDue(time, clock.now()),
        reason: null,
      };
    } catch (error) {
      const problem = folderProblem(error, folder);
      log.warn({ err: error }, 'the backup folder cannot be read');
      const reason = problem instanceof Error ? problem.message : String(problem);
      return {
        ...about,
        last: null,
        last_check: null,
        scheduled_count: 0,
        total_bytes: 0,
        is_overdue: false,
        reason,
      };
    }
  }
}

const LATE = {
  made_at: null,
  holds: null,
  outcome: 'NOT_POSSIBLE',
  reason:
    'The check took too long and was stopped. To check the file by hand, run: npm run backup -- --check file',
} as const;

/** The last due time by which a backup must be there at `now`. */
function lastDue(time: string, now: Date): Date {
  const latest = new Date(now.getTime() - OVERDUE_AFTER_MS);
  const today = istInstant(istDate(latest), time);
  return today <= latest ? today : new Date(today.getTime() - DAY_MS);
}
