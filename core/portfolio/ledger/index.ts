export { dayAmountsOfText, flowsOfText } from './flow-text.ts';
export { refusalOfUnits } from './ledger-bounds.ts';
export { MARKET_FIRST_DAYS, SAME_CHANGE, TRADE_DAYS, TRADE_SOURCE, withoutTradePrice } from './last-trade.ts';
export { LedgerPosition } from './ledger-position.ts';
export { chainOf, isLotChange, type Rename } from './lot-chain.ts';
export { LOT_STEP_KINDS, type LotStep } from './lot-step.ts';
export { createLedger, type LedgerReplay } from './ledger.ts';
export { type LedgerText, rowsOfText, TEXT_FIELDS } from './ledger-text.ts';
export { overflowProblem, overflowSentence } from './overflow.ts';
export { PositionState } from './position.ts';
export {
  reconcile,
  type Reconciliation,
  type ReconciliationStatus,
  reconciliationView,
} from './reconciliation.ts';
export { compareInReplay, compareRows, compareText, dayStep } from './replay-order.ts';
export { ROW_AMOUNT, ROW_MONEY, rowAmount } from './row-money.ts';
export { suspicion } from './split-suspicion.ts';
export type { SkipCode, SkippedRow } from './skipped-row.ts';
export {
  ACTIVITY_EFFECTS,
  hasPrice,
  type LedgerTransaction,
  RECORDED_TYPES,
  type RecordedType,
  TRANSACTION_TYPES,
  type TransactionType,
} from './transaction.ts';
