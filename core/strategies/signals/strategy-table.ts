import { LOW_VOLATILITY } from './low-volatility.ts';
import { MOMENTUM_12_1 } from './momentum-12-1.ts';
import { MOMENTUM_6_1 } from './momentum-6-1.ts';
import type { Strategy } from './strategy.ts';
import { TREND_QUALITY } from './trend-quality.ts';

/** All strategies, in the order in which they are shown. */
export const STRATEGIES = [MOMENTUM_12_1, MOMENTUM_6_1, LOW_VOLATILITY, TREND_QUALITY] as const;

export type StrategyName = (typeof STRATEGIES)[number]['name'];
export const STRATEGY_NAMES: readonly StrategyName[] = STRATEGIES.map(({ name }) => name);

const byName = new Map<StrategyName, Strategy<StrategyName>>(STRATEGIES.map((one) => [one.name, one]));

/** A strategy by its name. Throws a RangeError for a name that is not in the table. */
export function strategyOf(name: StrategyName): Strategy<StrategyName> {
  const found = byName.get(name);
  if (found === undefined)
    throw new RangeError(`There is no strategy ${name}. There are ${STRATEGY_NAMES.join(', ')}.`);
  return found;
}
