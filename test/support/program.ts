import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Carried to the workers of a run. */
const PROGRAM = 'MUNIM_TEST_PROGRAM';
const DASHBOARD = 'MUNIM_TEST_DASHBOARD';
const SOURCE = ['--import', 'tsx/esm', 'main.ts'];
const BUILT = 'dist/program/main.js';
const COMPILED = ['--import', './test/support/built.mjs'];
const SHIFT = ['--import', './test/support/shifted-clock.mjs'];

/**
 * Decides once for a run what its real processes and its dashboard are: what is built, where that is as new as its
 * sources, as it is in `npm test`, else the sources.
 */
export function chooseProgram(): void {
  const { stdout } = spawnSync(process.execPath, ['.ci/build-if-stale.mjs', '--check'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  const fresh = new Set(stdout.split('\n'));
  process.env[PROGRAM] ??= fresh.has('program') ? BUILT : '';
  process.env[DASHBOARD] ??= fresh.has('dashboard') ? path.join(ROOT, 'dist/dashboard') : '';
}

/** What Node is given to run Munim, from the root of the project; at another time where the clock is shifted. */
export function programArguments(isShifted: boolean): string[] {
  const built = process.env[PROGRAM] ?? '';
  return [...(isShifted ? SHIFT : []), ...(built === '' ? SOURCE : [built])];
}

/** True if dist/ is as new as the sources. */
export const isProgramBuilt = (): boolean => Boolean(process.env[PROGRAM]);

/**
 * What Node is given for a script of the tests in plain JavaScript that uses the product's modules, in the root of the
 * project: no compiler is loaded where the product is built.
 */
export function plainProcess(): string[] {
  return isProgramBuilt() ? COMPILED : ['--import', 'tsx/esm', ...COMPILED];
}

/** The folder of the dashboard that is built already; null where it is older than its sources. */
export function dashboardInDist(): string | null {
  return process.env[DASHBOARD] || null;
}
