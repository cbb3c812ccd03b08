import fc from 'fast-check';
import type { RootHookObject } from 'mocha';
import { closeWhatIsOpen } from './support/kept-open.ts';
import { closeTestRun, openTestRun } from './support/postgres.ts';
import { chooseProgram } from './support/program.ts';
import { isSoak } from './support/soak.ts';

// Of a property without a number of its own; the soak takes twenty times as many (soak-hooks.ts).
if (!isSoak) fc.configureGlobal({ numRuns: 50 });

/** Once per run, in the process that starts the workers. */
export async function mochaGlobalSetup(): Promise<void> {
  chooseProgram();
  await openTestRun();
}
export const mochaGlobalTeardown = closeTestRun;

/** In a worker of a parallel run they come after each file, and its next file goes on with what is open. */
const isWorker = process.env['MOCHA_WORKER_ID'] !== undefined;
export const mochaHooks: RootHookObject = isWorker ? {} : { afterAll: closeWhatIsOpen };
