/** Recorded values beside the ledger as it is now. */
export { createDayFilling, type DayFilling } from './fill-days.ts';
export { reconcileRecords, type ReconciledRecord } from './reconcile-records.ts';
export { recordedFlows } from './recorded-flows.ts';
