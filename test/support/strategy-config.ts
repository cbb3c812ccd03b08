import type { StrategyConfig } from '../../core/strategies/config.ts';

/** A config that is not said otherwise: momentum over a month, so that tests need little history. */
export function strategyConfigOf(more: Partial<StrategyConfig> = {}): StrategyConfig {
  return {
    strategy: 'momentum_6_1',
    params: { lookback_sessions: 10, skip_sessions: 1 },
    universe: 'NIFTY500',
    top_n: 5,
    rebalance: 'monthly',
    weighting: 'equal',
    ...more,
  } as StrategyConfig;
}

const STRATEGIES = [
  { strategy: 'momentum_6_1', params: { lookback_sessions: 10, skip_sessions: 1 } },
  { strategy: 'momentum_12_1', params: { lookback_sessions: 20, skip_sessions: 2 } },
  { strategy: 'low_volatility', params: { window_sessions: 20 } },
  { strategy: 'trend_quality', params: { window_sessions: 20 } },
] as const;

/** One of many configs, by a number. */
export function someConfig(nr: number): StrategyConfig {
  const pick = <T>(list: readonly T[], by: number): T => list[Math.floor(nr / by) % list.length] as T;
  const member = STRATEGIES[nr % STRATEGIES.length] ?? STRATEGIES[0];
  const combine =
    nr % 3 === 0
      ? {
          strategy: 'combined' as const,
          params: undefined,
          combine: {
            mode: pick(['rank_average', 'weighted_score'] as const, 2),
            members: [
              { ...member, weight: 2 },
              { ...STRATEGIES[(nr + 1) % STRATEGIES.length], weight: 1 },
            ],
          },
        }
      : {};
  const stockPct = pick([undefined, 15, 30], 7);
  const sectorPct = pick([undefined, 40], 5);
  const config = {
    ...member,
    universe: 'NIFTY500',
    top_n: pick([3, 5, 8], 2),
    rebalance: pick(['monthly', 'weekly', 'daily'] as const, 3),
    weighting: pick(['equal', 'inverse_volatility'] as const, 4),
    ...(stockPct === undefined ? {} : { max_stock_pct: stockPct }),
    ...(sectorPct === undefined ? {} : { max_sector_pct: sectorPct }),
    ...combine,
  };
  if ('combine' in config) delete config.params;
  return config as unknown as StrategyConfig;
}

/** A config with a liquid sweep, by a number. */
export const sweeping = (config: StrategyConfig, nr: number): StrategyConfig => ({
  ...config,
  liquid_sweep_enabled: true,
  ...[{}, { liquid_sweep_min: 0 }, { liquid_sweep_min: 60_000.5 }][nr % 3],
});
