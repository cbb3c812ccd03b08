/** Strategies: ways to rank the shares of a universe on a day. */
export {
  type Score,
  type Strategy,
  type StrategyParam,
  UNRANKABLE_REASONS,
  type UnrankableReason,
} from './strategy.ts';
