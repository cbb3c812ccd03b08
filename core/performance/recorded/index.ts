/** Recorded values beside the ledger as it is now. */
export { compareRecords, type ComparedRecord } from './compare-records.ts';
export { recordedFlows } from './recorded-flows.ts';
