import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openBackedUpStore } from '../options/index.ts';
import {
  backup,
  BackupError,
  type BackupSummary,
  createBackupSigner,
  type Origin,
  presentHoldings,
  previewBackup,
  rehearse,
  type Rehearsal,
  restore,
  type RestoreSummary,
} from '../platform/backup/index.ts';
import { type Config, type Log, momentInWords } from '../platform/index.ts';
import { holdingsLine } from './backups-view.ts';

/** What is backed up: the database by the role that owns its tables, and what the configuration names. */
interface Place {
  config: Config;
  log: Log;
  server: { ownerUrl: string };
}

/**
 * Backs up everything that Munim keeps: the database, and the options workspace where there is one.
 * @param signal breaks it off; nothing is left of it
 */
export async function backUpAll(
  { config, log, server }: Place,
  file: string,
  signal?: AbortSignal,
): Promise<BackupSummary & { is_signed: boolean }> {
  const { attached, place, close } = openBackedUpStore(config, log);
  try {
    const isThere = config.OPTIONS_DATABASE_URL !== null || existsSync(place);
    const { sign } = createBackupSigner(config);
    // Without a key that can be read, an unsigned backup is better than none.
    const canSign = await sign('').then(
      () => true,
      (err: unknown) => {
        log.warn({ err }, 'the backup is not signed, because the key cannot be read');
        return false;
      },
    );
    const isAttached = isThere ? attached : null;
    const summary = await backup({
      url: server.ownerUrl,
      file,
      attached: isAttached,
      signal,
      sign: canSign ? sign : null,
    });
    return { ...summary, is_signed: canSign };
  } finally {
    await close();
  }
}

/**
 * Restores all that a backup holds. No plan that it holds can be sent any more.
 * @param say gets, before anything changes, what the backup holds and what would be lost
 * @throws BackupError also without `force` for a backup that this installation did not sign
 */
export async function restoreAll(
  { config, log, server }: Place,
  file: string,
  force: boolean,
  say: (line: string) => void = () => undefined,
): Promise<RestoreSummary & { ended_plans: number }> {
  const sha256 = await announce({ config, server }, { file, force, say });
  const { attached, close } = openBackedUpStore(config, log);
  let ended_plans = 0;
  try {
    const summary = await restore({
      url: server.ownerUrl,
      file,
      force,
      sha256,
      attached,
      async begun(trx, generation) {
        const { expireRestoredPlans } = await import('../policies/index.ts');
        ended_plans = (await expireRestoredPlans(trx, generation, generation.began_at)).length;
      },
    });
    return { ...summary, ended_plans };
  } finally {
    await close();
  }
}

const ORIGINS: Readonly<Record<Origin, string>> = {
  OURS: 'Signed by this installation.',
  CHANGED: 'The signature does not match: the backup was changed after it was made.',
  FOREIGN:
    'Signed with a key that is not on this server: made by another installation, or the key was lost or replaced.',
  UNSIGNED: 'Not signed: made by an older Munim or without a key, or the signature was removed.',
};

/** Says who made the backup, what it holds, and what a restore would replace. @returns the checksum */
async function announce(
  { config, server }: Pick<Place, 'config' | 'server'>,
  { file, force, say }: { file: string; force: boolean; say: (line: string) => void },
): Promise<string> {
  const { header, holds, sha256, signature } = await previewBackup(file);
  const origin = await createBackupSigner(config).verify(sha256, signature);
  say(`The backup was made on ${momentInWords(header.created_at)}. ${ORIGINS[origin]}`);
  say(holdingsLine(holds));
  const present = await presentHoldings(server.ownerUrl, holds.to);
  if (present !== null && present.holds.persons > 0) {
    say(holdingsLine(present.holds, 'A restore replaces everything here. The database'));
    say(`Transactions here on later days than the last of the backup: ${present.newer}.`);
  }
  if (origin !== 'OURS' && !force)
    throw new BackupError(
      `${ORIGINS[origin]} Nothing was changed. If you trust the file, repeat with --force, which also replaces all data that are there.`,
    );
  return sha256;
}

/** A tried restore, with how many positions were calculated again from their transactions. */
export interface WholeRehearsal extends Rehearsal {
  positions: number;
  /** Who signed the backup, in a sentence. */
  origin: string;
}

/** Symbols that a sentence names. */
const MOST_NAMED = 5;

/**
 * Tries to restore all that a backup holds, beside the real data and without touching them, and replays every transaction of
 * it. Munim may run meanwhile.
 * @param signal breaks it off; nothing is left of it
 * @throws BackupError when the file cannot be restored, or that cannot be tried here
 */
export async function rehearseAll(
  { config, log, server }: Place & { server: { embedded: boolean } },
  file: string,
  signal?: AbortSignal,
): Promise<WholeRehearsal> {
  // Always a file: a backup of a workspace in Postgres is restored to it as well.
  const folder = path.join(config.DATA_DIR, 'rehearsal');
  const remove = async () => await rm(folder, { recursive: true, force: true });
  let positions = 0;
  const rehearsal = await rehearse({
    url: server.ownerUrl,
    file,
    disk: server.embedded ? config.DATA_DIR : null,
    signal,
    async openAttached() {
      await remove();
      const store = openBackedUpStore({ ...config, DATA_DIR: folder, OPTIONS_DATABASE_URL: null }, log);
      return {
        attached: store.attached,
        async close() {
          await store.close();
          await remove();
        },
      };
    },
    async compare(trx, isOlder) {
      const { comparePositions } = await import('../portfolio/index.ts');
      const replayed = await comparePositions(trx);
      ({ positions } = replayed);
      // An older Munim may have counted differently; its positions are calculated anew as they change.
      if (isOlder || replayed.differing.length === 0) return [];
      const named = replayed.differing.slice(0, MOST_NAMED).join(', ');
      const more = replayed.differing.length > MOST_NAMED ? ', …' : '';
      return [`The transactions of ${named}${more} do not add up to the positions in the backup.`];
    },
  });
  const origin = await createBackupSigner(config).verify(rehearsal.sha256, rehearsal.signature);
  const problems = [...rehearsal.problems, ...(origin === 'CHANGED' ? [ORIGINS.CHANGED] : [])];
  return { ...rehearsal, problems, origin: ORIGINS[origin], positions };
}
