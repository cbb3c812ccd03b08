/**
 * The exact replay of a ledger and nothing that reads one: an entrance of its own into this folder, for threads that calculate
 * and should not load the rest.
 */
export { type LedgerText, rowsOfText } from './ledger-text.ts';
export { MARKET_FIRST_DAYS, SAME_CHANGE, TRADE_DAYS } from './last-trade.ts';
export { PositionState } from './position.ts';
export { compareRows, compareText, dayStep } from './replay-order.ts';
export { type LedgerTransaction, TRANSACTION_TYPES } from './transaction.ts';
