import fc from 'fast-check';
import type { RootHookObject } from 'mocha';
import { unpackedChromium } from './support/chromium.ts';
import { secondConnection } from '../core/platform/database/connection-pools.ts';
import { closeWhatIsOpen, isWorker } from './support/kept-open.ts';
import { measureFiles } from './support/file-cost.ts';
import { closeTestRun, openTestRun, runDir, serverProcessId, usedDatabases } from './support/postgres.ts';
import { chooseProgram } from './support/program.ts';
import { isSoak } from './support/soak.ts';

// Of a property without a number of its own; the soak takes twenty times as many (soak-hooks.ts).
if (!isSoak) fc.configureGlobal({ numRuns: 50 });

secondConnection.taken = () => {
  throw new Error('This transaction takes a second connection: use the one it has.');
};

/** Once per run, in the process that starts the workers. */
export async function mochaGlobalSetup(): Promise<void> {
  chooseProgram();
  // Once for a checkout, so that the first file with a browser does not pay for it. Without the registry only those with a browser fail.
  await unpackedChromium().catch(() => null);
  await openTestRun();
}
export const mochaGlobalTeardown = closeTestRun;

/** In a worker of a parallel run they come after each file, and its next file goes on with what is open. */
const measured = isWorker
  ? measureFiles({ folder: runDir(), databases: usedDatabases, server: serverProcessId })
  : null;
export const mochaHooks: RootHookObject = isWorker ? { afterAll: endFile } : { afterAll: closeWhatIsOpen };

function endFile(this: Mocha.Context): void {
  const root = this.test?.parent;
  const file = root?.file ?? root?.suites[0]?.file ?? root?.tests[0]?.file;
  if (file !== undefined) measured?.(file);
}
