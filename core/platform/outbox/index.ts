export { createOutboxWorker, type OutboxWorker } from './outbox-worker.ts';
export {
  createOutbox,
  type Decision,
  OUT_OF_DATE,
  type Outbox,
  OUTBOX_STATES,
  type OutboxClaim,
  type OutboxRow,
  type OutboxState,
  type SendFailure,
} from './outbox.ts';
