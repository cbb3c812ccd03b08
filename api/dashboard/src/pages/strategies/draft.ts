/** What the form of a backtest holds while it is edited, and what it sends. */
import type { Run, RunInput, Strategies, Strategy, StrategyConfig } from '../../api/types.ts';
import {
  COMBINE_MODES,
  COMBINED,
  type CombineMode,
  configOf,
  REBALANCES,
  WEIGHTINGS,
} from './config-words.ts';

/** A number field that is empty, or half typed, is a text. */
type Typed = number | string;
export type Params = Record<string, Typed>;

export interface MemberDraft {
  strategy: string;
  weight: Typed;
  params: Params;
}

/** Own shares instead of an index. */
export const OWN = 'OWN';
type UniverseChoice = 'NIFTY50' | 'NIFTY500' | typeof OWN;

export interface RunDraft {
  name: string;
  strategy: string;
  params: Params;
  mode: CombineMode;
  members: MemberDraft[];
  universe: UniverseChoice;
  /** Symbols with commas, spaces or line ends between them. */
  symbols: string;
  top_n: Typed;
  rebalance: StrategyConfig['rebalance'];
  weighting: StrategyConfig['weighting'];
  max_stock_pct: Typed;
  max_sector_pct: Typed;
  from: string;
  to: string;
  initial_capital: Typed;
  /** Settings that the form does not show and the run that it began with had. */
  kept: Partial<StrategyConfig>;
}

const KEPT = [
  'max_order_value',
  'plan_expiry_hours',
  'plan_price_band_pct',
  'min_order_value',
  'liquid_sweep_enabled',
  'liquid_symbol',
  'liquid_sweep_min',
] as const satisfies readonly (keyof StrategyConfig)[];

const DEFAULT_YEARS = 5;
export const WINDOWS = [3, 5, 10] as const;

/** The same day so many years before; the last of February for the 29th. */
export function yearsBefore(date: string, years: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year - years, month, 0)).getUTCDate();
  return new Date(Date.UTC(year - years, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
}

/** Which of the usual windows the days are; null for any other. */
export const windowOf = (from: string, to: string): (typeof WINDOWS)[number] | null =>
  WINDOWS.find((years) => to !== '' && yearsBefore(to, years) === from) ?? null;

/** Symbols of a text, each once. */
export const symbolsOf = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter((symbol) => symbol !== ''),
  ),
];

/** The defaults of a strategy, with what was given instead. */
export function paramsOf(
  strategy: Strategy | undefined,
  given: Readonly<Record<string, Typed>> = {},
): Params {
  return Object.fromEntries(
    (strategy?.params ?? []).map((param) => [param.name, given[param.name] ?? param.default]),
  );
}

const find = (strategies: Strategies, name: string | undefined): Strategy | undefined =>
  strategies.items.find(({ strategy }) => strategy === name);

/** Two members to begin with, of the same weight. */
function firstMembers(strategies: Strategies): MemberDraft[] {
  return strategies.items
    .slice(0, 2)
    .map((one) => ({ strategy: one.strategy, weight: 1, params: paramsOf(one) }));
}

const isOf = <Word extends string>(words: Readonly<Record<Word, unknown>>, word: unknown): word is Word =>
  typeof word === 'string' && Object.hasOwn(words, word);

/** The form as it opens: of a run that is to be run again, or of the usual settings. */
export function draftOf(run: Run | null, strategies: Strategies, today: string): RunDraft {
  const config = run === null ? {} : configOf(run);
  const chosen = config.strategy ?? strategies.items[0]?.strategy ?? '';
  const members = (config.combine?.members ?? []).map(({ strategy, weight, params }) => ({
    strategy,
    weight,
    params: paramsOf(find(strategies, strategy), params),
  }));
  const { universe } = config;
  const mode = config.combine?.mode;
  return {
    name: run?.name ?? '',
    strategy: chosen,
    params: paramsOf(find(strategies, chosen), config.params),
    mode: isOf(COMBINE_MODES, mode) ? mode : 'rank_average',
    members: members.length > 0 ? members : firstMembers(strategies),
    universe: Array.isArray(universe) ? OWN : universe === 'NIFTY500' ? 'NIFTY500' : 'NIFTY50',
    symbols: Array.isArray(universe) ? universe.join(', ') : '',
    top_n: config.top_n ?? 10,
    rebalance: isOf(REBALANCES, config.rebalance) ? config.rebalance : 'monthly',
    weighting: isOf(WEIGHTINGS, config.weighting) ? config.weighting : 'equal',
    max_stock_pct: config.max_stock_pct ?? '',
    max_sector_pct: config.max_sector_pct ?? '',
    from: run?.from ?? yearsBefore(today, DEFAULT_YEARS),
    to: run?.to ?? today,
    initial_capital: run?.initial_capital ?? 1_000_000,
    kept: Object.fromEntries(
      KEPT.filter((name) => config[name] !== undefined && config[name] !== null).map((name) => [
        name,
        config[name],
      ]),
    ),
  };
}

/** A field that is left empty is not sent: the server then takes its own default, or says that it is needed. */
function numbers(typed: Params): Record<string, number> {
  return Object.fromEntries(
    Object.entries(typed)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, Number(value)]),
  );
}

const given = <Name extends string>(name: Name, value: Typed) =>
  (value === '' ? {} : { [name]: Number(value) }) as { [key in Name]?: number };

/** The body of the request. What is wrong in it is for the server to say. */
export function inputOf(draft: RunDraft): RunInput {
  const isCombined = draft.strategy === COMBINED;
  const params = numbers(draft.params);
  const config = {
    ...draft.kept,
    strategy: draft.strategy,
    ...(isCombined || Object.keys(params).length === 0 ? {} : { params }),
    ...(isCombined
      ? {
          combine: {
            mode: draft.mode,
            members: draft.members.map((member) => ({
              strategy: member.strategy,
              ...given('weight', member.weight),
              ...(Object.keys(member.params).length === 0 ? {} : { params: numbers(member.params) }),
            })),
          },
        }
      : {}),
    universe: draft.universe === OWN ? symbolsOf(draft.symbols) : draft.universe,
    ...given('top_n', draft.top_n),
    rebalance: draft.rebalance,
    weighting: draft.weighting,
    ...given('max_stock_pct', draft.max_stock_pct),
    ...given('max_sector_pct', draft.max_sector_pct),
  };
  const name = draft.name.trim();
  return {
    ...(name === '' ? {} : { name }),
    config,
    ...(draft.from === '' ? {} : { from: draft.from }),
    ...(draft.to === '' ? {} : { to: draft.to }),
    ...given('initial_capital', draft.initial_capital),
    // what is left empty is missing on purpose: the server names the field
  } as RunInput;
}
