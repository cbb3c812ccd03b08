import type { StrategyConfig } from './config.ts';
import { NEAR_SESSIONS } from './panel/index.ts';
import { type Ranking, strategyOf } from './signals/index.ts';

/** What a config ranks by: one strategy, or several with a way to combine them. Weights are as given. */
export function rankingOf(config: StrategyConfig): Ranking {
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
export function historyNeeded(config: StrategyConfig): number {
  const needed = rankingOf(config).members.map(({ strategy, params }) =>
    strategyOf(strategy).sessionsNeeded(params),
  );
  if (config.weighting === 'inverse_volatility') needed.push(WEIGHT_SESSIONS + NEAR_SESSIONS);
  return Math.max(0, ...needed);
}
