import { COMBINED, type StrategyConfig } from '../config.ts';
import { rankingOf } from '../ranking-of.ts';
import { STRATEGY_NAMES, type StrategyName, strategyOf } from '../signals/index.ts';

const LONGEST = 80;
const INDEX_NAMES = { NIFTY50: 'NIFTY 50', NIFTY500: 'NIFTY 500' } as const;

/** What a backtest is called that nobody gave a name: `Momentum, 12 months less 1, NIFTY 500, top 20, monthly`. */
export function nameOf(config: StrategyConfig): string {
  const { members } = rankingOf(config);
  const [only] = members;
  const strategy =
    config.strategy === COMBINED || only === undefined || members.length > 1
      ? `${members.length} strategies`
      : titleOf(only.strategy);
  const { universe } = config;
  const shares = !Array.isArray(universe)
    ? INDEX_NAMES[universe as keyof typeof INDEX_NAMES]
    : universe.length === 1
      ? String(universe[0])
      : `${universe.length} symbols`;
  return `${strategy}, ${shares}, top ${config.top_n}, ${config.rebalance}`.slice(0, LONGEST);
}

/** A stored config may name a strategy that this version does not know. */
function titleOf(name: StrategyName): string {
  return isStrategy(name) ? strategyOf(name).title : name;
}

const isStrategy = (name: string): boolean => (STRATEGY_NAMES as readonly string[]).includes(name);
