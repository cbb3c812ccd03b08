export { type AuditEvent, recordEvent } from './events.ts';
