export { compareRealised } from './compare-realised.ts';
export { compareWithLedger } from './compare-with-ledger.ts';
export type { OwnLot } from './comparison.ts';
export { ownLots } from './own-lots.ts';
