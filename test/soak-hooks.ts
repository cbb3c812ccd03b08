import fc from 'fast-check';

/** Of a property without a number of its own: twenty times what `npm test` takes. */
const RUNS: number = 1000;
fc.configureGlobal({ numRuns: RUNS });
