export { recordEvent } from './events.ts';
export type { AuditEvent, AuditEvents } from './events.ts';
export { type AuditedChange, auditedMutation } from './mutation.ts';
