export { createInternalEvidence } from './internal-provider.ts';
export type { HeldClose, HeldListing, HeldQuote, HeldRecords } from './records.ts';
