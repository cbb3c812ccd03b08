import { existsSync } from 'node:fs';
import { openBackedUpStore } from './options/index.ts';
import { backup, type BackupSummary, restore, type RestoreSummary } from './platform/backup/backup.ts';
import type { Session } from './session.ts';

type Place = Pick<Session, 'config' | 'log' | 'server'>;

/** Backs up everything that Munim keeps: the database, and the options workspace where there is one. */
export async function backUpAll({ config, log, server }: Place, file: string): Promise<BackupSummary> {
  const { attached, place, close } = openBackedUpStore(config, log);
  try {
    const isThere = config.OPTIONS_DATABASE_URL !== null || existsSync(place);
    return await backup({ url: server.ownerUrl, file, attached: isThere ? attached : null });
  } finally {
    await close();
  }
}

/** Restores all that a backup holds. */
export async function restoreAll(
  { config, log, server }: Place,
  file: string,
  force: boolean,
): Promise<RestoreSummary> {
  const { attached, close } = openBackedUpStore(config, log);
  try {
    return await restore({ url: server.ownerUrl, file, force, attached });
  } finally {
    await close();
  }
}
