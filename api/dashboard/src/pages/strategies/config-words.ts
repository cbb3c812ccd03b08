/** The config of a strategy as a person reads it. */
import { money, quantity } from '../../../../../charts/index.ts';
import type { Run, Strategies, StrategyConfig } from '../../api/types.ts';

type Rebalance = StrategyConfig['rebalance'];
type Weighting = StrategyConfig['weighting'];
export type CombineMode = 'rank_average' | 'weighted_score';

export const COMBINED = 'combined';

/** The words of a union in their order: one that is missing, or one too many, does not compile. */
export const REBALANCES: Readonly<Record<Rebalance, string>> = {
  monthly: 'Every month',
  weekly: 'Every week',
  daily: 'Every day',
};

export const WEIGHTINGS: Readonly<Record<Weighting, string>> = {
  equal: 'Equal weights',
  inverse_volatility: 'Less in volatile shares',
};

export const COMBINE_MODES: Readonly<Record<CombineMode, string>> = {
  rank_average: 'Average of the ranks',
  weighted_score: 'Weighted scores',
};

export const UNIVERSES: Readonly<Record<'NIFTY50' | 'NIFTY500', string>> = {
  NIFTY50: 'NIFTY 50',
  NIFTY500: 'NIFTY 500',
};

/** A config as it was stored: fields that this version does not know are kept, others may be missing. */
type StoredConfig = Partial<StrategyConfig> & Record<string, unknown>;

export const configOf = ({ config }: Pick<Run, 'config'>): StoredConfig =>
  typeof config === 'object' && config !== null ? (config as StoredConfig) : {};

/** What a strategy is called; its name where this version does not know it. */
const titleOf = (name: string, strategies: Strategies | undefined): string =>
  strategies?.items.find(({ strategy }) => strategy === name)?.title ?? name;

const one = (words: Readonly<Record<string, string>>, word: unknown): string =>
  typeof word === 'string' ? (words[word] ?? word) : 'unknown';

function universeText(universe: unknown): string {
  if (Array.isArray(universe))
    return universe.length === 1 ? '1 chosen share' : `${universe.length} chosen shares`;
  return one(UNIVERSES, universe);
}

function strategyText(config: StoredConfig, strategies: Strategies | undefined): string {
  if (config.strategy === undefined) return 'unknown';
  if (config.strategy !== COMBINED) return titleOf(config.strategy, strategies);
  const members = config.combine?.members ?? [];
  return `Combination of ${members.map(({ strategy }) => titleOf(strategy, strategies)).join(' and ')}`;
}

/** `Momentum on NIFTY 50 · 10 shares · every month`: one line under the name of a run. */
export function configText(run: Pick<Run, 'config'>, strategies: Strategies | undefined): string {
  const config = configOf(run);
  return [
    `${strategyText(config, strategies)} on ${universeText(config.universe)}`,
    ...(typeof config.top_n === 'number' ? [config.top_n === 1 ? '1 share' : `${config.top_n} shares`] : []),
    one(REBALANCES, config.rebalance).toLowerCase(),
  ].join(' · ');
}

function paramsText(
  name: string,
  given: Readonly<Record<string, number>> | undefined,
  strategies: Strategies | undefined,
): string {
  const known = strategies?.items.find(({ strategy }) => strategy === name)?.params ?? [];
  const values = { ...Object.fromEntries(known.map((param) => [param.name, param.default])), ...given };
  return Object.entries(values)
    .map(([param, value]) => `${known.find((one) => one.name === param)?.title ?? param} ${quantity(value)}`)
    .join(', ');
}

const pct = (value: number): string => `${quantity(value)}% of the value at most`;
const amount = (value: number): string => money(value, 'INR', { digits: 0 });

/** Every setting of a run with what it was; those of a policy alone come last. */
export function configLines(
  run: Pick<Run, 'config'>,
  strategies: Strategies | undefined,
): { name: string; value: string }[] {
  const config = configOf(run);
  const { combine, params, universe } = config;
  const line = <T>(name: string, value: T | null | undefined, text: (value: T) => string) =>
    value === undefined || value === null ? [] : [{ name, value: text(value) }];
  const isCombined = config.strategy === COMBINED;
  const own =
    isCombined || config.strategy === undefined ? '' : paramsText(config.strategy, params, strategies);
  return [
    { name: 'Strategy', value: strategyText(config, strategies) },
    ...(own === '' ? [] : [{ name: 'Settings', value: own }]),
    ...(isCombined ? line('Combined by', combine?.mode, (mode) => one(COMBINE_MODES, mode)) : []),
    ...(isCombined ? (combine?.members ?? []) : []).map((member) => {
      const settings = paramsText(member.strategy, member.params, strategies);
      return {
        name: titleOf(member.strategy, strategies),
        value: `Weight ${quantity(member.weight)}${settings === '' ? '' : `; ${settings}`}`,
      };
    }),
    {
      name: 'Universe',
      value: Array.isArray(universe)
        ? `${universeText(universe)}: ${universe.join(', ')}`
        : universeText(universe),
    },
    ...line('Shares held', config.top_n, (count) => `${quantity(count)} at most`),
    ...line('Rebalance', config.rebalance, (word) => one(REBALANCES, word)),
    ...line('Weights', config.weighting, (word) => one(WEIGHTINGS, word)),
    ...line('One share', config.max_stock_pct, pct),
    ...line('One sector', config.max_sector_pct, pct),
    ...line('Largest order', config.max_order_value, amount),
    ...line('Smallest order', config.min_order_value, amount),
    ...line('Asks again if a price moved by more than', config.plan_price_band_pct, pct),
    ...line(
      'A plan expires after',
      config.plan_expiry_hours,
      (hours) => `${quantity(hours)} hours of exchange days`,
    ),
    ...(config.liquid_sweep_enabled === true
      ? [
          { name: 'Spare cash in', value: config.liquid_symbol ?? 'LIQUIDCASE' },
          { name: 'Spare cash from', value: amount(config.liquid_sweep_min ?? 5000) },
        ]
      : []),
  ];
}
