export { createExchangeActions, type ExchangeActionsParts } from './actions-provider.ts';
export { createNseArchiveEvidence } from './archive-provider.ts';
export type { ShareChange } from './action-observations.ts';
export {
  type DayClose,
  type DoubtWords,
  onShareOfLast,
  type Technical,
  technicals,
  yearBefore,
} from './technicals.ts';
