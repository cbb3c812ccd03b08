import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { processExists } from './postmaster-file.ts';

/** Ticks in which Linux counts the age of processes. */
const TICK_MS = 10;
/** A process that started so long after the last change of a draft is not the one that made it. */
const LATER_MS = 2_000;

/**
 * Removes what killed processes left half-made in a folder. Nothing is an error: what cannot be removed is left to the
 * next time.
 *
 * @param pattern matches the names of drafts; its first group is the number of the process that made it
 * @param leastAgeMs leaves younger ones alone, where processes whose numbers are not ours may share the folder
 */
export async function removeAbandonedDrafts(folder: string, pattern: RegExp, leastAgeMs = 0): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = pattern.exec(name)?.[1];
    if (pid === undefined) continue;
    const draft = path.join(folder, name);
    if (await isAbandoned(draft, Number(pid), leastAgeMs))
      await rm(draft, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isAbandoned(draft: string, pid: number, leastAgeMs: number): Promise<boolean> {
  const found = await lstat(draft).catch(() => null);
  const self = process.getuid?.();
  if (found === null || (self !== undefined && self !== 0 && found.uid !== self)) return false;
  if (performance.timeOrigin + performance.now() - found.mtimeMs < leastAgeMs) return false;
  // In a container each process may get the number of the one before.
  if (pid === process.pid) return found.mtimeMs < performance.timeOrigin;
  if (!processExists(pid)) return true;
  const startedAt = await startOf(pid);
  return startedAt !== null && startedAt > found.mtimeMs + LATER_MS;
}

/** When a process started, in milliseconds since 1970; null where the system does not say. */
async function startOf(pid: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  try {
    const [its, ours] = await Promise.all([ticksOf(pid), ticksOf(process.pid)]);
    return performance.timeOrigin + (its - ours) * TICK_MS;
  } catch {
    return null;
  }
}

async function ticksOf(pid: number): Promise<number> {
  // The fields follow the name in brackets, which may itself hold brackets and spaces.
  const status = await readFile(`/proc/${pid}/stat`, 'utf8');
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[19]);
}
