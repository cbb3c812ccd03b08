import {
  dateOrNull,
  listOf,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../platform/schema/index.ts';

/** What an input of a figure is. */
const INPUT_KINDS = ['transaction', 'income', 'price', 'rate', 'snapshot', 'setting', 'figure'] as const;

/** One fact that went into a figure. */
const figureInputView = view({
  kind: oneOf(...INPUT_KINDS),
  /** Of the transaction, event or snapshot, where it has one. */
  id: textOrNull,
  /** Day of the fact; null for what has none, such as a setting. */
  date: dateOrNull,
  /** In words: `BUY 10 TCS in Long term`, `Close of INFY`, `USD in INR`. */
  label: text,
  /** In `currency`, or plain where that is null; null where the fact itself is unknown. */
  value: numberOrNull,
  currency: textOrNull,
  /** Where it comes from: `ledger`, `yahoo`, `PORTFOLIO_RISK_FREE_RATE_PCT`. */
  source: textOrNull,
});
export type FigureInput = ViewOf<typeof figureInputView>;

/** Why one headline figure of a report is what it is (answered with `explain=true`). */
const explanationView = view({
  /** Name of the field in the report. */
  figure: text,
  value: numberOrNull,
  /** `percent_points`, `ratio`, `years`, or the code of a currency. */
  unit: text,
  /** Such as `(value / invested) ^ (1 / years) - 1`. */
  formula: text,
  /** The formula with its numbers, such as `(1,20,000 / 1,00,000) ^ (1 / 2) - 1`; null where there is no figure. */
  worked: textOrNull,
  /** Key of the measure on the page of definitions, such as `cagr`. */
  definition: text,
  /** At most MOST_INPUTS, the largest first where there are more. */
  inputs: listOf(figureInputView),
  /** How many there are in all. */
  inputs_total: whole,
  /** Why there is no value, or what limits it; null where nothing does. */
  reason: textOrNull,
});
export type Explanation = ViewOf<typeof explanationView>;

/** Why the headline figures of a report are what they are; null unless `explain=true` asked for it. */
export const explanationsOrNull = listOf(explanationView).nullable().defined();

/** An answer stays small enough to read: of a ledger of ten thousand rows it names the largest. */
export const MOST_INPUTS = 200;
