import * as yup from 'yup';
import {
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
} from '../../platform/schema/index.ts';

/** From best to worst: entries as set, entries halved, no entry with money until a person resumes. */
export const ENVELOPE_STATES = ['OPEN', 'THROTTLED', 'HALTED'] as const;
export type EnvelopeState = (typeof ENVELOPE_STATES)[number];

const CRITERIA = ['daily_loss', 'open_risk', 'margin_use', 'consecutive_losses'] as const;
export type CriterionName = (typeof CRITERIA)[number];

export const reasonView = view({ code: text, message: text });
export type GuardReason = ViewOf<typeof reasonView>;

export const envelopeView = view({
  state: oneOf(...ENVELOPE_STATES),
  /** Null before anything was reported that it depends on. */
  since: instantOrNull,
  resumed_at: instantOrNull,
  /** Why it is not OPEN; of a HALTED one, why it was halted. */
  reasons: listOf(reasonView),
  criteria: listOf(
    view({
      name: oneOf(...CRITERIA),
      /** What is known of it; null where nothing is. */
      value: numberOrNull,
      limit: number,
      unit: oneOf('INR', 'PERCENT', 'TRADES'),
      state: oneOf(...ENVELOPE_STATES),
      /** Why it is not OPEN. */
      reason: textOrNull,
    }),
  ),
  as_of: instant,
});
export type EnvelopeView = ViewOf<typeof envelopeView>;

export const resumeInput = yup
  .object({ reason: yup.string().trim().min(1).max(500) })
  .noUnknown()
  .required();
