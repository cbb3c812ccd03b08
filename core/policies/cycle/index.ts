/** Policies on paper, brought up to date session by session. */
export {
  type Advanced,
  type AdvanceOptions,
  createCycles,
  type CycleParts,
  type Cycles,
  MOST_ATTEMPTS,
} from './cycle-service.ts';
export type { PolicyToRun } from './cycle-store.ts';
export { type LedgerKey, readLedger, writeLedger } from './books-store.ts';
export type { FinishedSession, WrittenCycle } from './session-store.ts';
export { type StoredLedger, taxJson, performanceJson } from './stored-ledger.ts';
