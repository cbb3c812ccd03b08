export { doubtAfterSplit, isSaleOfAll, roundingOf } from './closing-sale.ts';
export { refusalOfUnits } from './ledger-bounds.ts';
export { LedgerPosition } from './ledger-position.ts';
export { createLedger, type LedgerReplay } from './ledger.ts';
export { overflowProblem, overflowSentence } from './overflow.ts';
export { plainRatio, suspicion } from './plain-ratio.ts';
export { PositionState } from './position.ts';
export { reconcile, type Reconciliation, type ReconciliationStatus } from './reconciliation.ts';
export { compareInReplay, compareRows, compareText, dayStep } from './replay-order.ts';
export type { SkipCode, SkippedRow } from './skipped-row.ts';
export { splitFraction } from './split-ratio.ts';
export {
  ACTIVITY_EFFECTS,
  hasPrice,
  type LedgerTransaction,
  RECORDED_TYPES,
  type RecordedType,
  TRANSACTION_TYPES,
  type TransactionType,
} from './transaction.ts';
