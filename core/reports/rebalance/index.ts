export { createRebalance, type RebalanceQuery } from './rebalance-service.ts';
export type { RebalanceBucket, RebalanceLeftOut, RebalanceView, SuggestedTrade } from './view.ts';
