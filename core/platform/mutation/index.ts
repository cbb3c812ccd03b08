export {
  type Actor,
  APPROVER,
  canonicalJson,
  digestOf,
  type KeyedRequest,
  personOf,
  stepOf,
} from './actor.ts';
export { type Change, createMutation, type Mutation, type RecordedEvent } from './mutation.ts';
export { createReceipts, isConflict, type Receipts, type SealedRequest } from './receipts.ts';
