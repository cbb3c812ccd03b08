export { createExchangeActions } from './actions-provider.ts';
export { createNseArchiveEvidence } from './archive-provider.ts';
