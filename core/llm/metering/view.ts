import * as yup from 'yup';
import { dayField } from '../../platform/index.ts';
import {
  date,
  flag,
  instant,
  listOf,
  numberOrNull,
  oneOf,
  text,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
  number,
} from '../../platform/schema/index.ts';

const sums = {
  calls: whole,
  /** Of the calls whose usage is known; null where that is none. */
  input_tokens: wholeOrNull,
  output_tokens: wholeOrNull,
  cached_tokens: wholeOrNull,
  /** US dollars at list prices; null where usage is unknown throughout. */
  cost_usd: numberOrNull,
  /** Some of it is of models without a list price, and counts as 0. */
  unpriced: flag,
  usage_unknown_calls: whole,
};

const limit = { limit: numberOrNull, used: number };

/** What a person's calls of models took (research/LLM usage row). */
export const usageSummaryView = view({
  from: date,
  to: date,
  items: listOf(view({ provider: text, model: text, ...sums })),
  by_feature: listOf(view({ feature: text, ...sums })),
  /** Indian days that have calls, oldest first. */
  by_day: listOf(view({ day: date, ...sums })),
  prices_as_of: date,
  prices_from: oneOf('built_in', 'file'),
  /** Limits of today; a limit of null is none. */
  today: view({
    cost_usd: view(limit),
    tokens: view(limit),
    /** Calls that are not settled: under way, or lost with their process. They count by their estimate. */
    unsettled_calls: whole,
    ends_at: instant,
  }),
});
export type UsageSummaryView = ViewOf<typeof usageSummaryView>;

/** Indian days, both included; the last 30 unless told. */
export const usageQuery = yup.object({ from: dayField.optional(), to: dayField.optional() }).noUnknown();
export type UsageQuery = yup.InferType<typeof usageQuery>;
