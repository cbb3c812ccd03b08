import * as yup from 'yup';
import { amountField, dayField, type FieldError } from '../platform/index.ts';
import {
  ALLOCATION_MODES,
  type AllocationMode,
  CONTRIBUTION_FREQUENCIES,
  type ContributionFrequency,
} from './contribution-schedule.ts';
import { liquidSweepOf } from './liquid-sweep-of.ts';
import { rankingOf } from './ranking-of.ts';
import {
  COMBINE_MODES,
  type CombineMode,
  STRATEGY_NAMES,
  type StrategyName,
  strategyOf,
} from './signals/index.ts';

/*
 * What a strategy is told: how it ranks, out of which shares, how many of them it holds and how often it trades. A backtest
 * and a policy have the same config (spec: POST /api/policies, "a combined strategy needs a combine mode other than off plus
 * members and weights").
 */
const INDEX_UNIVERSES = ['NIFTY50', 'NIFTY500'] as const;
export type IndexUniverse = (typeof INDEX_UNIVERSES)[number];
const REBALANCES = ['daily', 'weekly', 'monthly'] as const;
export type Rebalance = (typeof REBALANCES)[number];
const WEIGHTINGS = ['equal', 'inverse_volatility'] as const;
type Weighting = (typeof WEIGHTINGS)[number];
/** The name of a strategy that is made of others. */
export const COMBINED = 'combined';

/** Shares that a person may list by hand. */
const MOST_SYMBOLS = 1000;
const MOST_MEMBERS = 8;

const SYMBOL = /^[A-Z0-9][A-Z0-9&.:_^-]{0,63}$/;
const ONE_UNIVERSE = `universe must be ${INDEX_UNIVERSES.join(' or ')}, or a list of 1 to ${MOST_SYMBOLS} symbols such as ["TCS", "INFY"].`;

function isUniverse(value: unknown): value is IndexUniverse | string[] {
  if (typeof value === 'string') return (INDEX_UNIVERSES as readonly string[]).includes(value);
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_SYMBOLS) return false;
  return value.every((symbol) => typeof symbol === 'string' && SYMBOL.test(symbol));
}

const word = <T extends string>(label: string, words: readonly T[]) =>
  yup.mixed<T>().oneOf([...words], `${label} must be one of ${words.join(', ')}.`);

/** Numbers by name; which names a strategy takes is checked by `configRules`. */
const params = yup
  .mixed<Record<string, number>>()
  .test(
    'params',
    '${path} must map names to numbers.',
    (value) =>
      value === undefined ||
      value === null ||
      (typeof value === 'object' &&
        !Array.isArray(value) &&
        Object.values(value).every((one) => typeof one === 'number' && Number.isFinite(one))),
  )
  .meta({ json: { type: 'object', additionalProperties: { type: 'number' } } } as never);

const pct = (label: string) =>
  yup
    .number()
    .typeError(`${label} must be a number of percentage points.`)
    .moreThan(0, `${label} must be above 0.`)
    .max(100, `${label} must be 100 or less.`);

const member = yup
  .object({
    strategy: word<StrategyName>('strategy', STRATEGY_NAMES).required(
      `strategy is required: one of ${STRATEGY_NAMES.join(', ')}.`,
    ),
    params: params.optional(),
    weight: yup
      .number()
      .typeError('weight must be a number.')
      .min(0, 'weight must be 0 or more.')
      .max(1000, 'weight must be 1000 or less.')
      .required('weight is required.'),
  })
  .noUnknown();

/** What an instalment of a schedule may come to, in rupees. */
export const contributionAmount = amountField('amount')
  .moreThan(0, 'amount must be above 0.')
  .max(1e12, 'amount must be 1,000,000,000,000 or less.');
export const contributionFrequency = word<ContributionFrequency>('frequency', CONTRIBUTION_FREQUENCIES);
export const allocationMode = word<AllocationMode>('allocation_mode', ALLOCATION_MODES);

/** Money that comes in beside the initial capital; without a start_date from the first session on. */
export const contributionSchedule = yup
  .object({
    amount: contributionAmount.required('contribution_schedule.amount is required: rupees of an instalment.'),
    frequency: contributionFrequency.required(
      `contribution_schedule.frequency is required: one of ${CONTRIBUTION_FREQUENCIES.join(', ')}.`,
    ),
    start_date: dayField.optional(),
    allocation_mode: allocationMode.optional(),
  })
  .noUnknown();
/** The config of a strategy. Percentages are percentage points of the value of all assets. */
export const strategyConfig = yup
  .object({
    strategy: word<StrategyName | typeof COMBINED>('strategy', [...STRATEGY_NAMES, COMBINED]).required(
      `strategy is required: one of ${[...STRATEGY_NAMES, COMBINED].join(', ')}.`,
    ),
    params: params.optional(),
    universe: yup
      .mixed<IndexUniverse | string[]>()
      .required(ONE_UNIVERSE)
      .test('universe', ONE_UNIVERSE, isUniverse)
      .meta({
        json: {
          oneOf: [
            { type: 'string', enum: [...INDEX_UNIVERSES] },
            { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: MOST_SYMBOLS },
          ],
        },
      } as never),
    top_n: yup
      .number()
      .typeError('top_n must be a whole number.')
      .integer('top_n must be a whole number.')
      .moreThan(0, 'top_n must be above 0: how many shares to hold.')
      .max(200, 'top_n must be 200 or less.')
      .required('top_n is required: how many shares to hold.'),
    rebalance: word<Rebalance>('rebalance', REBALANCES).required(
      `rebalance is required: one of ${REBALANCES.join(', ')}.`,
    ),
    weighting: word<Weighting>('weighting', WEIGHTINGS).required(
      `weighting is required: one of ${WEIGHTINGS.join(', ')}.`,
    ),
    max_stock_pct: pct('max_stock_pct').optional(),
    max_sector_pct: pct('max_sector_pct').optional(),
    combine: yup
      .object({
        mode: word<CombineMode>('combine.mode', COMBINE_MODES).required(
          `combine.mode is required: one of ${COMBINE_MODES.join(', ')}.`,
        ),
        members: yup
          .array(member)
          .max(MOST_MEMBERS, `combine.members may have at most ${MOST_MEMBERS} strategies.`)
          .optional(),
      })
      .noUnknown()
      .optional()
      .default(undefined),
    max_order_value: amountField('max_order_value')
      .moreThan(0, 'max_order_value must be above 0.')
      .optional(),
    plan_expiry_hours: yup
      .number()
      .typeError('plan_expiry_hours must be a number of hours.')
      .moreThan(0, 'plan_expiry_hours must be above 0.')
      .max(720, 'plan_expiry_hours must be 720 or less.')
      .optional(),
    plan_price_band_pct: yup
      .number()
      .typeError('plan_price_band_pct must be a number of percentage points.')
      .moreThan(0, 'plan_price_band_pct must be above 0.')
      .max(100, 'plan_price_band_pct must be 100 or less.')
      .optional(),
    min_order_value: amountField('min_order_value').min(0, 'min_order_value must be 0 or more.').optional(),
    liquid_sweep_enabled: yup.boolean().optional(),
    liquid_symbol: yup
      .string()
      .matches(SYMBOL, 'liquid_symbol must be a symbol such as LIQUIDCASE.')
      .optional(),
    liquid_sweep_min: amountField('liquid_sweep_min')
      .min(0, 'liquid_sweep_min must be 0 or more.')
      .optional(),
    contribution_schedule: contributionSchedule.optional().default(undefined),
  })
  .noUnknown();
export type StrategyConfig = yup.InferType<typeof strategyConfig>;

/** What a config demands beyond the plain fields. @param at the path of the config in the body. */
export function configRules(config: StrategyConfig, at = 'config'): FieldError[] {
  const errors: FieldError[] = [];
  const wrong = (field: string, message: string) => void errors.push({ field: `${at}.${field}`, message });
  const { mode, members } = rankingOf(config);
  if (config.strategy === COMBINED && mode === 'off')
    wrong('combine.mode', 'A combined strategy needs combine.mode rank_average or weighted_score.');
  if (mode !== 'off') {
    if (members.length < 2) wrong('combine.members', 'A combined strategy needs at least two members.');
    if (members.length > 0 && !(members.reduce((sum, { weight }) => sum + weight, 0) > 0))
      wrong('combine.members', 'The weights of combine.members must add up to more than 0.');
    if (config.strategy !== COMBINED && !members.some(({ strategy }) => strategy === config.strategy))
      wrong('strategy', `With combine.mode ${mode}, strategy must be ${COMBINED}.`);
    if (config.strategy === COMBINED && config.params !== undefined)
      wrong('params', 'A combined strategy has no params of its own. Give them to its members.');
  }
  for (const [nr, { strategy, params: given }] of members.entries()) {
    const path = mode === 'off' ? 'params' : `combine.members[${nr}].params`;
    for (const { field, message } of strategyOf(strategy).checkParams(given))
      wrong(field === '' ? path : `${path}.${field}`, message);
  }
  if (Array.isArray(config.universe)) {
    const symbols = config.universe as string[];
    if (new Set(symbols).size < symbols.length) wrong('universe', 'universe names a symbol twice.');
    if (config.top_n > symbols.length)
      wrong(
        'top_n',
        `top_n must be ${symbols.length} or less: universe has ${symbols.length === 1 ? 'one symbol' : `${symbols.length} symbols`}.`,
      );
    const fund = liquidSweepOf(config)?.symbol;
    if (fund !== undefined && symbols.includes(fund))
      wrong(
        'universe',
        `universe names ${fund}, which spare cash goes into. It is never ranked: take it out.`,
      );
  }
  const sizes: Readonly<Record<IndexUniverse, number>> = { NIFTY50: 50, NIFTY500: 500 };
  if (!Array.isArray(config.universe) && config.top_n > sizes[config.universe as IndexUniverse])
    wrong(
      'top_n',
      `top_n must be ${sizes[config.universe as IndexUniverse]} or less: that is how many shares are in ${config.universe}.`,
    );
  return errors;
}
