import type { StrategyConfig } from './config.ts';
import type { Ranking } from './signals/index.ts';

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
