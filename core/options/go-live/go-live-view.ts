import * as yup from 'yup';
import {
  anything,
  flag,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  pageOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
  wholeOrNull,
} from '../../platform/schema/index.ts';
import { pageQuery } from '../../platform/index.ts';
import { criterionView } from '../criteria/index.ts';
import { MODES } from '../records/index.ts';

/** Where a strategy stands, and what its next step needs. */
const standing = {
  strategy: text,
  mode: oneOf(...MODES),
  /** Null for one that was never changed: it began in DRY_RUN. */
  since: instantOrNull,
  changed_by: textOrNull,
  /** Null after LIVE. */
  next_mode: oneOfOrNull(...MODES),
  may_promote: flag,
};

export const goLiveStatusView = view({
  strategies: listOf(
    view({
      ...standing,
      /** Of the criteria of the next step; of the whole gate where the strategy is live. */
      gate: view({ passed: whole, of: whole, is_passed: flag, missing: listOf(text) }),
    }),
  ),
});
export type GoLiveStatus = ViewOf<typeof goLiveStatusView>;

export const confidenceView = view({
  ...standing,
  /** What SHADOW needs. */
  shadow: view({ is_passed: flag, criteria: listOf(criterionView) }),
  /** The confidence gate: what LIVE needs. */
  live: view({ is_passed: flag, criteria: listOf(criterionView) }),
  /** The average net result of a trade, rupees, with its interval; null where a result is unknown or there is none. */
  expectancy: view({
    trades: whole,
    mean: numberOrNull,
    low: numberOrNull,
    high: numberOrNull,
    level_pct: number,
    resamples: whole,
    seed: whole,
  }),
  evaluated_at: instant,
});
export type ConfidenceView = ViewOf<typeof confidenceView>;

const reason = yup.string().trim().max(500).nullable();
const from = oneOf(...MODES);

/** A step towards money names the mode that was seen, so that a repeat or somebody else's step is noticed. */
export const stepInput = yup.object({ from, reason }).noUnknown().required();
/** A step back works from everywhere. */
export const revertInput = yup
  .object({
    from: from.optional(),
    reason,
  })
  .noUnknown()
  .required();
export const changedView = view({
  strategy: text,
  mode: oneOf(...MODES),
  since: instantOrNull,
  changed_by: textOrNull,
  /** The mode before; the same where nothing was changed. */
  was: oneOf(...MODES),
  /** False where the strategy was in that mode already. */
  changed: flag,
});
export type Changed = ViewOf<typeof changedView>;

export const historyQuery = yup
  .object({ ...pageQuery, strategy: yup.string().max(60) })
  .noUnknown()
  .required();
export type HistoryQuery = yup.InferType<typeof historyQuery>;

/** One change of a mode, with the evidence that it rested on. */
export const historyPage = pageOf(
  view({
    id: text,
    at: instant,
    actor: text,
    action: text,
    strategy: text,
    from: oneOf(...MODES),
    to: oneOf(...MODES),
    reason: textOrNull,
    /** Criteria as they were then, passed and all; null where they could not be worked out. */
    passed: wholeOrNull,
    of: wholeOrNull,
    criteria: anything,
  }),
);
export type HistoryPage = ViewOf<typeof historyPage>;
