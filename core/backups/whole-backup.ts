import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openBackedUpStore } from '../options/index.ts';
import {
  backup,
  type BackupSummary,
  rehearse,
  type Rehearsal,
  restore,
  type RestoreSummary,
} from '../platform/backup/index.ts';
import type { Config, Log } from '../platform/index.ts';

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
): Promise<BackupSummary> {
  const { attached, place, close } = openBackedUpStore(config, log);
  try {
    const isThere = config.OPTIONS_DATABASE_URL !== null || existsSync(place);
    return await backup({ url: server.ownerUrl, file, attached: isThere ? attached : null, signal });
  } finally {
    await close();
  }
}

/** Restores all that a backup holds. No plan that it holds can be sent any more. */
export async function restoreAll(
  { config, log, server }: Place,
  file: string,
  force: boolean,
): Promise<RestoreSummary & { ended_plans: number }> {
  const { attached, close } = openBackedUpStore(config, log);
  let ended_plans = 0;
  try {
    const summary = await restore({
      url: server.ownerUrl,
      file,
      force,
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

/** A tried restore, with how many positions were calculated again from their transactions. */
export interface WholeRehearsal extends Rehearsal {
  positions: number;
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
  return { ...rehearsal, positions };
}
