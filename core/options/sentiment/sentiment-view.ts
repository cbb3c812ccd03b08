import * as yup from 'yup';
import { dayField, pageQuery } from '../../platform/index.ts';
import {
  instant,
  listOf,
  number,
  numberOrNull,
  pageOf,
  textOrNull,
  text,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';

export const sentimentQuery = yup
  .object({
    ...pageQuery,
    underlying: yup.string().min(1).max(30).optional(),
    from: dayField.optional(),
    to: dayField.optional(),
  })
  .noUnknown();
export type SentimentQuery = yup.InferType<typeof sentimentQuery>;

/** What options cost when an analysis was made: the last snapshot of the day before it. */
const context = view({
  at: instant,
  spot: number,
  atm_iv: numberOrNull,
  /** 0 to 100 */
  iv_rank: numberOrNull,
  /** Volatility of puts less that of calls, percentage points. */
  skew: numberOrNull,
});

const sentiment = view({
  analysis_id: text,
  at: instant,
  underlying: text,
  /** -1 (fear) to 1 (greed) */
  sentiment: numberOrNull,
  verdict: text,
  probability_up: number,
  model: textOrNull,
  context: context.nullable().defined(),
  /** Why a field is null, by its name. */
  reasons: view({ sentiment: textOrNull, context: textOrNull }),
});

/** The latest analysis of each underlying. */
export const sentimentLatestView = view({
  items: listOf(sentiment),
  /** Why there are none; null where there are some. */
  reason: textOrNull,
});
export type SentimentLatest = ViewOf<typeof sentimentLatestView>;

export const sentimentPage = pageOf(sentiment);
export type SentimentPage = ViewOf<typeof sentimentPage>;
export type SentimentView = ViewOf<typeof sentiment>;
