import { whileHolding } from '../../core/platform/index.ts';

/** Runs work of another process within a transaction of the test: it may take a second connection. */
export const meanwhile = <T>(work: () => T): T => whileHolding(work, true);
