/** Strategies: ways to rank the shares of a universe on a day, alone or several together. */
export { volatilityOf } from './low-volatility.ts';
export { COMBINE_MODES, type CombineMode } from './combine.ts';
export {
  rankedList,
  type RankedSecurities,
  type RankedSecurity,
  type Ranking,
  type RankingMember,
  rankSecurities,
  rankSessions,
} from './ranking.ts';
export { STRATEGIES, STRATEGY_NAMES, type StrategyName, strategyOf } from './strategy-table.ts';
export { type Score, type UnrankableReason } from './strategy.ts';
