export { createExchangeActions, type ExchangeActionsParts } from './actions-provider.ts';
export { createNseArchiveEvidence } from './archive-provider.ts';
