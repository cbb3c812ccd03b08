/** Policies on paper, brought up to date session by session. */
export { type AdvanceResult, createCycles, type Cycles, MOST_ATTEMPTS } from './cycle-service.ts';
export type { PolicyToRun } from './cycle-store.ts';
export { type LedgerKey, readLedger } from './books-store.ts';
export type { WrittenCycle } from './cycle-rows-store.ts';
export type { DueContribution, FinishedSession } from './finished-session.ts';
export { createLiveAllocation, type TriedAllocation } from './live-allocation.ts';
export { writeLiveCycle } from './live-cycle-store.ts';
export { type OrderOutlook, turnoversOf } from './plan-outlook.ts';
export { type CycleParts, createPolicyWork, type PolicyWork } from './policy-work.ts';
export { panelQuotes, quotedPrices } from './quoted-prices.ts';
export type { StoredTargets } from './run-session.ts';
export { DueMoneyChanged, type SessionContributions } from './session-contributions.ts';
export { performanceJson, stateOn, type StoredLedger, taxJson } from './stored-ledger.ts';
export { createFillBooking } from './fill-booking.ts';
export type { LiveTerms } from './live-session.ts';
export { orderTag } from './order-tag.ts';
