export { recordEvent } from './events.ts';
export { type AuditedChange, auditedMutation } from './mutation.ts';
