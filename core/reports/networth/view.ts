import * as yup from 'yup';
import { LIABILITY_TYPES } from '../../liabilities/index.ts';
import { dayField } from '../../platform/index.ts';
import {
  date,
  dateOrNull,
  flag,
  instant,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { freshnessView, provisionalFields, TOTAL_STATES, usedRateView } from '../../portfolio/index.ts';
import { explanationsOrNull } from '../explanation.ts';
import { warnings } from '../warning.ts';

/** `from` and `to` narrow the history; the figures are always those of now. */
export const netWorthQuery = yup
  .object({ from: dayField.optional(), to: dayField.optional(), explain: yup.boolean().optional() })
  .noUnknown();
export type NetWorthQuery = yup.InferType<typeof netWorthQuery>;

/** The part of the assets in one portfolio. */
const accountView = view({
  portfolio: text,
  /** Value of what is priced; null where nothing is. */
  assets: numberOrNull,
  invested: numberOrNull,
  /** Percent of all assets. */
  share_pct: numberOrNull,
  holdings_count: whole,
  state: oneOf(...TOTAL_STATES),
  /** Names the missing parts; null without any. */
  reason: textOrNull,
  ...provisionalFields,
});
export type Account = ViewOf<typeof accountView>;

/** A debt as it counts in the report's currency. */
const debtView = view({
  id: text,
  name: text,
  type: oneOf(...LIABILITY_TYPES),
  balance: number,
  currency: text,
  /** Null where no rate converts it. */
  amount: numberOrNull,
  is_estimated: flag,
  /** Since when its balance is on record. */
  recorded_since: instant,
});
export type DebtView = ViewOf<typeof debtView>;

/**
 * RECORDED: the balances on record that day. CURRENT: the day lies before any balance was recorded, so today's are taken
 * off.
 */
const LIABILITY_BASES = ['RECORDED', 'CURRENT'] as const;

const netWorthPointView = view({
  date,
  assets: numberOrNull,
  liabilities: numberOrNull,
  net_worth: numberOrNull,
  /** Of the assets: PARTIAL excludes what had no price. */
  state: oneOf(...TOTAL_STATES),
  liabilities_basis: oneOf(...LIABILITY_BASES),
  is_estimated: flag,
  /** Why a figure is null. */
  reason: textOrNull,
});
export type NetWorthPoint = ViewOf<typeof netWorthPointView>;

/** Assets less liabilities (spec: Reports, /networth; Report rules 13). Amounts in `currency`. */
export const netWorthView = view({
  calculated_at: instant,
  currency: text,
  assets: numberOrNull,
  /** Names the missing parts of the assets; null without any. */
  assets_reason: textOrNull,
  liabilities: numberOrNull,
  liabilities_reason: textOrNull,
  net_worth: numberOrNull,
  net_worth_reason: textOrNull,
  state: oneOf(...TOTAL_STATES),
  /** Amounts were converted between currencies. */
  is_estimated: flag,
  /** Moment and age of the prices of the assets. */
  freshness: freshnessView,
  /** Corporate actions that wait for a decision, and may change the assets. */
  warnings,
  fx_rates: listOf(usedRateView),
  /** The largest first. */
  accounts: listOf(accountView),
  /** The largest first, after conversion; what no rate converts last. */
  debts: listOf(debtView),
  history: view({
    /** Day of the first balance on record; null where there are no debts. */
    liabilities_recorded_since: dateOrNull,
    /** One a day at most, ascending; evenly spread where there are more than 400. */
    points: listOf(netWorthPointView),
    /** Days on record, drawn or not. */
    days: whole,
    /** Why there is no point yet. */
    reason: textOrNull,
  }),
  explanations: explanationsOrNull,
});
export type NetWorthView = ViewOf<typeof netWorthView>;
