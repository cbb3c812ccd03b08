import { digestOf } from '../platform/index.ts';
import type { StrategyConfig } from './config.ts';
import { rankingOf } from './ranking-of.ts';

/** Counts up when a strategy ranks or weights otherwise than before: targets of an older one are not bought any more. */
const CODE_VERSION = 1;

/** Tells whether two rebalances ranked and weighted by the same rules. */
export function strategyVersion(config: StrategyConfig): string {
  const { universe, top_n, weighting } = config;
  return `${CODE_VERSION}-${digestOf({ ranking: rankingOf(config), universe, top_n, weighting }).slice(0, 16)}`;
}
