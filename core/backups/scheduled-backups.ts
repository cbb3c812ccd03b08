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
  refuseWithoutRoom,
  removeCheck,
  removeOldScheduled,
  scheduledName,
  writeCheck,
} from '../platform/backup/index.ts';
import { type Context, Problem } from '../platform/index.ts';
import type { BackupsView } from './backups-view.ts';
import { readBackups } from './read-backups.ts';
import { backUpAll, rehearseAll } from './whole-backup.ts';

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

  const read = async (): Promise<BackupsView> => await readBackups({ config, log, clock });

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
        const { rows, bytes, is_signed } = await writeAll(place, file, signal);
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
        return `${rows} rows in ${bytes} bytes, ${removed} old backups deleted, ${said}${is_signed ? '' : ', not signed, because the key cannot be read'}`;
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

    /** The state of the backups. Does not check who asks. */
    read,
  };
}

const LATE = {
  made_at: null,
  holds: null,
  outcome: 'NOT_POSSIBLE',
  reason:
    'The check took too long and was stopped. To check the file by hand, run: npm run backup -- --check file',
} as const;
