import { type Change, type Context, createMutation, type Mutation } from '../platform/index.ts';
import { type AuditEvents, recordEvent } from './events.ts';

/** A change of a person's data under way, with its typed audit events. */
export type AuditedChange = Change<AuditEvents>;

/** What a service declares its mutations with. */
export function auditedMutation(
  context: Pick<Context, 'clock' | 'database' | 'log' | 'receipts'>,
): Mutation<AuditEvents> {
  return createMutation<AuditEvents>({ ...context, record: recordEvent });
}
