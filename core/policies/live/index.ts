export { type LiveParts, type LiveTrading, createLive } from './live-trading.ts';
export type { GoLivePreview } from './go-live.ts';
export { createLiveTerms } from './live-terms.ts';
export { expireRestoredPlans } from './restored-books.ts';
