export { createOutboxWorker, type OutboxWorker } from './outbox-worker.ts';
export {
  type Decision,
  OUTBOX_STATES,
  type OutboxClaim,
  type OutboxRow,
  type OutboxState,
  type SendFailure,
} from './outbox-row.ts';
export { createOutbox, OUT_OF_DATE, type Outbox } from './outbox.ts';
