import * as yup from 'yup';
import { QUOTE_FAILURES } from '../../market/quotes/index.ts';
import {
  instant,
  listOf,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { REFRESH_REASONS } from './refresh-reasons.ts';

const REFRESH_STATUSES = ['UPDATED', 'UNCHANGED', 'SKIPPED', 'FAILED'] as const;
export type RefreshStatus = (typeof REFRESH_STATUSES)[number];

/** Body of a refresh: `force` asks even for what was priced less than 30 seconds ago. */
export const refreshInput = yup.object({ force: yup.boolean().optional() }).noUnknown();
export type RefreshInput = yup.InferType<typeof refreshInput>;

/** A source of prices that was asked in vain. */
const providerAttemptView = view({
  source: text,
  reason: oneOf(...QUOTE_FAILURES, 'ACTION_SINCE_CLOSE'),
  /** The reason in words. */
  message: text,
});
export type ProviderAttemptView = ViewOf<typeof providerAttemptView>;

/** What a refresh did for one holding; the prices are those it has now. */
const refreshOutcomeView = view({
  symbol: text,
  portfolio: text,
  status: oneOf(...REFRESH_STATUSES),
  reason: oneOfOrNull(...REFRESH_REASONS),
  /** The reason in words. */
  message: textOrNull,
  price: numberOrNull,
  previous_close: numberOrNull,
  source: textOrNull,
  /** Sources that were asked in vain, in order; a price in spite of them came from the next one. */
  tried: listOf(providerAttemptView),
});
export type RefreshOutcome = ViewOf<typeof refreshOutcomeView>;

export const refreshView = view({
  refreshed_at: instant,
  updated: whole,
  unchanged: whole,
  skipped: whole,
  failed: whole,
  outcomes: listOf(refreshOutcomeView),
});
export type RefreshView = ViewOf<typeof refreshView>;
