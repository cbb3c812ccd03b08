import { closeTestRun, openTestRun } from './support/postgres.ts';

/** Once per run, in the process that starts the workers. */
export const mochaGlobalSetup = openTestRun;
export const mochaGlobalTeardown = closeTestRun;
