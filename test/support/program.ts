import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Carried to the workers of a run. */
const PROGRAM = 'MUNIM_TEST_PROGRAM';
const SOURCE = ['--import', 'tsx/esm', 'main.ts'];
const SHIFT = ['--import', './test/support/shifted-clock.mjs'];

/**
 * Decides once for a run what its real processes are: the built program where it is as new as its sources, as it is
 * after `npm ci`, else the sources, which take a second longer at each start.
 */
export function chooseProgram(): void {
  const { status } = spawnSync(process.execPath, ['.ci/build-if-stale.mjs', '--check', 'server'], {
    cwd: ROOT,
    stdio: 'ignore',
  });
  process.env[PROGRAM] ??= status === 0 ? 'dist/main.js' : '';
}

/** What Node is given to run Munim, from the root of the project; at another time where the clock is shifted. */
export function programArguments(isShifted: boolean): string[] {
  const built = process.env[PROGRAM] ?? '';
  return [...(isShifted ? SHIFT : []), ...(built === '' ? SOURCE : [built])];
}
