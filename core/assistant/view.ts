import * as yup from 'yup';
import { pageQuery } from '../platform/index.ts';
import {
  anything,
  flag,
  instant,
  instantOrNull,
  listOf,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
} from '../platform/schema/index.ts';

/** A question of a person, not a document. */
const LONGEST_QUESTION = 2_000;

/** Body of POST /api/ai/ask. `page` is the path of the page that the person is on. */
export const askInput = yup
  .object({
    question: yup
      .string()
      .matches(/\S/, 'question must not be blank.')
      .max(
        LONGEST_QUESTION,
        `question may have at most ${LONGEST_QUESTION} characters. Ask a shorter question; your records need not be in it.`,
      )
      .required('question is required.'),
    page: yup
      .string()
      .max(200)
      .matches(/^\/[\w/.-]*$/, 'page must be a path such as /risk.')
      .nullable()
      .optional(),
  })
  .noUnknown()
  .required();
/** Where the same can be read: a page, and a command of the chat where there is one. */
const sourceView = view({ title: text, href: text, command: textOrNull });
/** What an answer took, a second call for its repair included. Tokens are null where the provider did not tell them. */
const answerUsageView = view({
  provider: text,
  model: text,
  calls: whole,
  input_tokens: wholeOrNull,
  output_tokens: wholeOrNull,
  cached_tokens: wholeOrNull,
  /** By list prices; 0 for a model without a price, null where tokens are unknown. */
  cost_usd: numberOrNull,
});
export type AnswerUsage = ViewOf<typeof answerUsageView>;

export const answerView = view({
  /** Plain text: nothing in it is a link, a button or markup. */
  answer: text,
  sources: listOf(sourceView),
  /** Commands with their words. They exist, and do nothing before the person runs them. */
  suggestions: listOf(text),
  /** Figures and dates of the answer, as it prints them, that stand nowhere in the person's data. */
  unverified: listOf(text),
  usage: answerUsageView,
  /** What the answer had to do without, in words; null where nothing. */
  degraded: textOrNull,
});
export type AnswerView = ViewOf<typeof answerView>;

/**
 * ASKED: an answer is on its way. INTERRUPTED: whoever asked went away, or the process ended before the answer was there.
 * FAILED: no model answered; `reason` says why.
 */
const TURN_STATES = ['ASKED', 'ANSWERED', 'FAILED', 'INTERRUPTED'] as const;
/** A question and what came of it. Everything of an answer is null or empty without one. */
const turnView = view({
  id: text,
  question: text,
  page: textOrNull,
  state: oneOf(...TURN_STATES),
  reason: textOrNull,
  answer: textOrNull,
  sources: listOf(sourceView),
  suggestions: listOf(text),
  unverified: listOf(text),
  usage: answerUsageView.nullable().defined(),
  degraded: textOrNull,
  /** SHA-256 of the data that the answer rests on. */
  pack_hash: textOrNull,
  asked_at: instant,
  settled_at: instantOrNull,
});
export type TurnView = ViewOf<typeof turnView>;
export const turnPage = view({
  items: listOf(turnView),
  page: whole,
  page_size: whole,
  total: whole,
  /** Whether a model is set up that can be asked. */
  is_ready: flag,
});
export type TurnPage = ViewOf<typeof turnPage>;
export const historyQuery = yup.object(pageQuery).noUnknown();

/** GET /api/research/analytics/ai-insight. */
export const insightView = view({
  /** A short paragraph on the portfolio; null where there is nothing to say, with the reason. One that was cut off says so there. */
  text: textOrNull,
  reason: textOrNull,
  calculated_at: instant,
  sources: listOf(sourceView),
  unverified: listOf(text),
  usage: answerUsageView.nullable().defined(),
});
export type InsightView = ViewOf<typeof insightView>;

/** Body of POST /api/ai/refresh. */
export const refreshInput = yup
  .object({
    underlying: yup
      .string()
      .matches(/^[A-Z0-9][A-Z0-9&-]{0,29}$/, 'underlying must be an index such as NIFTY.')
      .optional(),
  })
  .noUnknown()
  .required();

/** What came of asking for a market analysis. Without a record the figures are null, with the reason. */
export const refreshView = view({
  is_stored: flag,
  record_id: textOrNull,
  reason: textOrNull,
  underlying: text,
  horizon_at: instant,
  verdict: textOrNull,
  probability_up: numberOrNull,
  confidence: numberOrNull,
  reasons: listOf(text),
  data_quality: textOrNull,
  missing_inputs: listOf(text),
  /** What the model was told. */
  facts: anything,
  usage: answerUsageView.nullable().defined(),
});
export type RefreshView = ViewOf<typeof refreshView>;
