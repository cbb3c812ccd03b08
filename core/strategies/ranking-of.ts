import { NEAR_SESSIONS } from './panel/index.ts';
import { type CombineMode, type Ranking, type StrategyName, strategyOf } from './signals/index.ts';

/** The part of a config that decides how shares are ranked and weighted. */
interface RankedBy {
  strategy: StrategyName | 'combined';
  params?: Record<string, number> | undefined;
  combine?:
    | {
        mode: CombineMode;
        members?:
          | { strategy: StrategyName; params?: Record<string, number> | undefined; weight: number }[]
          | undefined;
      }
    | undefined;
}

/** What a config ranks by: one strategy, or several with a way to combine them. Weights are as given. */
export function rankingOf(config: RankedBy): Ranking {
  const { combine, strategy } = config;
  if (combine !== undefined && combine.mode !== 'off') {
    const members = (combine.members ?? []).map((one) => ({ ...one, params: one.params ?? {} }));
    return { mode: combine.mode, members };
  }
  return {
    mode: 'off',
    members: strategy === 'combined' ? [] : [{ strategy, params: config.params ?? {}, weight: 1 }],
  };
}

/** Daily returns that weights by inverse volatility are made of. */
export const WEIGHT_SESSIONS = 252;

/** How many sessions before a rebalance decide anything in it. */
export function historyNeeded(config: RankedBy & { weighting: string }): number {
  const needed = rankingOf(config).members.map(({ strategy, params }) =>
    strategyOf(strategy).sessionsNeeded(params),
  );
  if (config.weighting === 'inverse_volatility') needed.push(WEIGHT_SESSIONS + NEAR_SESSIONS);
  return Math.max(0, ...needed);
}
