import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { processExists } from './postmaster-file.ts';

/**
 * Removes what killed processes left half-made in a folder. Nothing is an error: what cannot be removed is left to the
 * next time.
 *
 * @param pattern matches the names of drafts; its first group is the number of the process that made it
 */
export async function removeAbandonedDrafts(folder: string, pattern: RegExp): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = pattern.exec(name)?.[1];
    if (pid === undefined) continue;
    const draft = path.join(folder, name);
    // In a container each process may get the number of the one before.
    const isAbandoned =
      Number(pid) === process.pid ? await isOlderThanUs(draft) : !processExists(Number(pid));
    if (isAbandoned) await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isOlderThanUs(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && found.mtimeMs < performance.timeOrigin;
}
