import { closeTestRun, openTestRun } from './support/postgres.ts';
import { chooseProgram } from './support/program.ts';

/** Once per run, in the process that starts the workers. */
export async function mochaGlobalSetup(): Promise<void> {
  chooseProgram();
  await openTestRun();
}
export const mochaGlobalTeardown = closeTestRun;
