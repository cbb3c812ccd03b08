import path from 'node:path';
import type { Knex } from 'knex';
import { removeAbandonedDrafts } from '../embedded-postgres/index.ts';
import type { AttachedStore } from './attached-store.ts';
import { beginGeneration, type BooksGeneration } from './generation.ts';
import { restoreBackup } from './restore.ts';
import type { BackupSigner } from './signature.ts';
import { writeBackup } from './write.ts';

export interface BackupSummary {
  file: string;
  tables: number;
  rows: number;
  /** Size of the file in bytes. */
  bytes: number;
}

export interface RestoreSummary {
  tables: number;
  rows: number;
  /** When the backup was taken, ISO UTC. */
  created_at: string;
}

/**
 * Writes everything in the database, as of one moment, to one compressed file that only its owner may read. Munim may
 * run meanwhile. The file appears under its name when it is complete and replaces an older one of that name. What killed
 * backups left half-written beside it is removed. It holds no session, no key that signs one, and no code (`KEPT_OUT` lists
 * what is left out); broker credentials in it are encrypted.
 *
 * @param url the role that owns the tables
 * @param attached a store that is held as well
 * @param sign signs its checksum; null leaves it unsigned
 * @param signal breaks it off; what was written so far is removed
 * @throws BackupError when the database has no tables of Munim
 */
export async function backup({
  url,
  file,
  attached = null,
  signal,
  sign = null,
}: {
  url: string;
  file: string;
  attached?: AttachedStore | null;
  signal?: AbortSignal | undefined;
  sign?: BackupSigner['sign'] | null;
}): Promise<BackupSummary> {
  // Its own name, or one of those that `npm run backup` and the schedule give: whatever else is there is not ours.
  const names = `munim-\\d{8}T\\d{6}\\.backup|munim-scheduled-\\d{8}T\\d{4}\\.backup|${literal(path.basename(file))}`;
  await removeAbandonedDrafts(path.dirname(file), new RegExp(`^(?:${names})\\.partial-(\\d+)$`));
  const { rows, bytes } = await writeBackup(url, file, attached, signal, sign);
  return { file, bytes, ...totals(rows) };
}

/**
 * Replaces everything in the database by a backup, all or nothing: a file that is cut off, changed or of a newer Munim
 * changes nothing. A backup of an older Munim is read at its own level and then migrated. The login of the restricted
 * role stays that of this server; everybody is signed out, and a new key signs the sessions to come. With the same
 * transaction a new generation of the books begins.
 *
 * @param url the role that owns the tables
 * @param force replace data that are already there; without it they are a reason to refuse
 * @param sha256 the checksum that the file must have; null for any
 * @param attached a store that is restored as well; it stays as it is where the backup has none
 * @param begun what a new generation means to other areas, in the same transaction
 * @throws BackupError with what to do, also while Munim runs on the database
 */
export async function restore({
  url,
  file,
  force = false,
  sha256 = null,
  attached = null,
  begun = () => Promise.resolve(),
}: {
  url: string;
  file: string;
  force?: boolean;
  sha256?: string | null;
  attached?: AttachedStore | null;
  begun?: (trx: Knex.Transaction, generation: BooksGeneration) => Promise<void>;
}): Promise<RestoreSummary> {
  const { header, rows } = await restoreBackup(url, file, {
    force,
    sha256,
    attached,
    async restored(trx, { created_at }) {
      const made = { backup_made_at: new Date(created_at), backup_name: path.basename(file) };
      const { rows: now } = await trx.raw<{ rows: { at: Date }[] }>('select now() as at');
      const began_at = now[0]?.at ?? made.backup_made_at;
      await begun(trx, await beginGeneration(trx, { began_at, origin: 'RESTORE', ...made }));
    },
  });
  return { created_at: header.created_at, ...totals(rows) };
}

/** A pattern that matches just this text. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function totals(rows: Record<string, number>): { tables: number; rows: number } {
  const counts = Object.values(rows);
  return { tables: counts.length, rows: counts.reduce((sum, count) => sum + count, 0) };
}
