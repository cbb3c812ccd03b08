export { createExchangeActions } from './actions-provider.ts';
export { createNseArchiveEvidence } from './archive-provider.ts';
export type { ShareChange } from './action-observations.ts';
export { onShareOfLast, technicals, yearBefore } from './technicals.ts';
