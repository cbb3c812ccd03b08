import * as yup from 'yup';
import {
  date,
  dateOrNull,
  flag,
  listOf,
  number,
  numberOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { criterionView } from '../criteria/index.ts';

/** Which analyses: all of them where nothing is said. */
export const marketQuery = yup
  .object({ underlying: yup.string().max(30), model: yup.string().max(100) })
  .noUnknown()
  .required();
export type MarketQuery = yup.InferType<typeof marketQuery>;

/** How complete analyses and outcomes are. */
export const dataQualityView = view({
  analyses: whole,
  /** With an outcome that counts. */
  resolved: whole,
  /** Their horizon lies ahead. */
  pending: whole,
  /** Their horizon is over, and nobody said what happened. */
  overdue: whole,
  /** Reported when their horizon was over: whoever made them could have known. */
  reported_late: whole,
  /** Outcomes that do not count. */
  outcomes_ignored: view({
    /** The analysis had one already. */
    repeated: whole,
    /** Of a moment before the horizon. */
    early: whole,
    /** Of an analysis that was never reported. */
    unmatched: whole,
  }),
  missing_inputs: listOf(view({ name: text, analyses: whole })),
  models: listOf(view({ model: textOrNull, analyses: whole, resolved: whole })),
  underlyings: listOf(view({ underlying: text, analyses: whole, resolved: whole })),
  /** Sessions without an analysis, from the first analysis to the last session that is over. */
  gaps: view({
    from: dateOrNull,
    to: dateOrNull,
    sessions: whole,
    without: whole,
    /** The newest hundred of them. */
    days: listOf(date),
  }),
});
export type DataQuality = ViewOf<typeof dataQualityView>;

const scoreFields = {
  resolved: whole,
  brier: numberOrNull,
  /** How often the underlying was higher at the horizon. */
  base_rate: numberOrNull,
  base_brier: numberOrNull,
  /** Above 0 is better than always saying the base rate. */
  skill: numberOrNull,
};

export const calibrationView = view({
  ...scoreFields,
  /** Why a figure is null; null where none is. */
  reason: textOrNull,
  /** Tenths of the probability; a bin without a forecast has nulls. */
  bins: listOf(
    view({ from: number, to: number, count: whole, mean_forecast: numberOrNull, realised: numberOrNull }),
  ),
  method: text,
});
export type Calibration = ViewOf<typeof calibrationView>;

const hits = {
  resolved: whole,
  hits: whole,
  /** Percent; null without an outcome. */
  hit_rate_pct: numberOrNull,
  brier: numberOrNull,
  /** Mean return in the direction of the verdict, percent, over the `returns` in which it is known; NEUTRAL has none. */
  mean_return_pct: numberOrNull,
  returns: whole,
};
const hitsBy = listOf(view({ name: textOrNull, ...hits }));

export const marketPerformanceView = view({
  ...hits,
  by_verdict: hitsBy,
  by_model: hitsBy,
  /** Months of the analyses in India, such as 2026-05. */
  by_month: hitsBy,
  method: text,
});
export type MarketPerformance = ViewOf<typeof marketPerformanceView>;

/** Whether market analyses are of use to trade by. */
export const promotionReportView = view({
  /** The strategy that this is about. */
  strategy: text,
  is_useful: flag,
  criteria: listOf(criterionView),
  ...scoreFields,
  /** What is missing or doubtful, in sentences. */
  missing: listOf(text),
});
export type PromotionReport = ViewOf<typeof promotionReportView>;
