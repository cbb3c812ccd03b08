import { register } from 'node:module';

/*
 * In a worker of a run whose program is built (test/support/program.ts): the product's modules are taken compiled from
 * dist/, where they load in half the time and start their threads without a loader of sources.
 */
if (process.env.MUNIM_TEST_PROGRAM) register('./built-modules.mjs', import.meta.url);
