export { recordEvent } from './events.ts';
export { type AuditedChange, auditedMutation } from './mutation.ts';
export { readTransactionEvents, type TransactionEvent } from './transaction-events.ts';
