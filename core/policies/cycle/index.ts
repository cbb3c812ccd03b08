/** Policies on paper, brought up to date session by session. */
export {
  type AdvanceResult,
  type AdvanceOptions,
  createCycles,
  type Cycles,
  MOST_ATTEMPTS,
} from './cycle-service.ts';
export type { PolicyToRun } from './cycle-store.ts';
export { type LedgerKey, readLedger, writeLedger } from './books-store.ts';
export type { WrittenCycle } from './cycle-rows-store.ts';
export type { FinishedSession } from './finished-session.ts';
export type { CycleParts } from './policy-work.ts';
export { type StoredLedger, taxJson, performanceJson } from './stored-ledger.ts';
export { type BookedFills, bookFills, type BrokerFilled } from './book-fills.ts';
export { type Booking, createFillBooking, type FillBooking } from './fill-booking.ts';
export type { LiveTerms } from './live-session.ts';
export { orderTag } from './order-tag.ts';
