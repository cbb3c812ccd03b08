export { createRebalance } from './rebalance-service.ts';
export { type RebalanceView, rebalanceView, type SuggestedTrade } from './view.ts';
