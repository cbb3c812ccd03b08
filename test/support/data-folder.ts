import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

let folders = 0;

/** A DATA_DIR for one core: tests of a process share nothing in it. It is made when something is written there. */
export function dataFolder(): { path: string; remove(): Promise<void> } {
  folders += 1;
  const folder = path.join(tmpdir(), `munim-core-${process.pid}`, String(folders));
  return { path: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
