export { hasEventsBesides, recordEvent } from './events.ts';
export { type AuditedChange, auditedMutation } from './mutation.ts';
export { readTransactionEvents } from './transaction-events.ts';
