export { hasEventsBesides, recordEvent } from './events.ts';
export { type AuditedChange, auditedMutation } from './mutation.ts';
export { readOriginals, readTransactionEvents } from './transaction-events.ts';
