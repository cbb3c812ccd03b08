export type { DatedAmount } from './xirr-series.ts';
export { type Xirr, xirr } from './xirr.ts';
