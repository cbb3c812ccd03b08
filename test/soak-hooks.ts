import fc from 'fast-check';

/** Of a property without a number of its own: ten times what fast-check takes. */
const RUNS: number = 1000;
fc.configureGlobal({ numRuns: RUNS });
