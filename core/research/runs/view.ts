import {
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
import { RUN_MODES } from '../port/index.ts';
import { QA_STATUSES, RATINGS } from '../publication/index.ts';
import { ROUTES, RUN_STATUSES, STAGE_STATUSES } from './status.ts';

/** What asking for a run answers. */
export const researchStartedView = view({
  run_id: text,
  status: oneOf(...RUN_STATUSES),
  /** In US dollars at list prices; null where it is unknown, never 0 for that. */
  estimated_cost_usd: numberOrNull,
  /** Why it is unknown. */
  estimated_cost_reason: textOrNull,
});
export type ResearchStartedView = ViewOf<typeof researchStartedView>;

/** A run in the list. */
export const researchRunView = view({
  run_id: text,
  symbol: text,
  company_name: textOrNull,
  instrument_id: text,
  route: oneOf(...ROUTES),
  mode: oneOf(...RUN_MODES),
  cutoff: instantOrNull,
  /** The moment that its evidence is of; null before it began. */
  as_of: instantOrNull,
  status: oneOf(...RUN_STATUSES),
  /** The current or the last stage. */
  stage: textOrNull,
  /** The same for reading. */
  stage_title: textOrNull,
  stages_done: whole,
  stages: whole,
  /** What went wrong or is missing, in words. */
  error: textOrNull,
  /** Whether the evidence is enough; null before that is known. */
  verdict: oneOfOrNull('SUFFICIENT', 'REVIEW_REQUIRED'),
  /** Percentage points of the required rows that are covered. */
  required_pct: numberOrNull,
  /** What its report thinks of the share; null without a report. */
  rating: oneOfOrNull(...RATINGS),
  /** Whether the checks of its report passed; null without a report. */
  qa_status: oneOfOrNull(...QA_STATUSES),
  portfolio_id: textOrNull,
  retry_of: textOrNull,
  /** Cancelling was asked for, and the stage under way has yet to end. */
  cancel_requested: flag,
  created_at: instant,
  started_at: instantOrNull,
  updated_at: instant,
  finished_at: instantOrNull,
});
export type ResearchRunView = ViewOf<typeof researchRunView>;
export const researchListView = pageOf(researchRunView);

export const researchStageView = view({
  stage: text,
  /** For reading. */
  title: text,
  nr: whole,
  /** Its name in the lifecycle of thirteen stages. */
  lifecycle: text,
  status: oneOf(...STAGE_STATUSES),
  attempts: whole,
  /** What it brought, or why it did not. */
  detail: textOrNull,
  /** Taken from an earlier run whose inputs were the same. */
  is_cached: flag,
  /** Which model answered; null where none was asked. */
  provider: textOrNull,
  model: textOrNull,
  /** Null where no model was asked, or nobody said. */
  input_tokens: wholeOrNull,
  output_tokens: wholeOrNull,
  /** Notional, in US dollars; null where it is not known, as of a model without a list price. */
  cost_usd: numberOrNull,
  latency_ms: numberOrNull,
  started_at: instantOrNull,
  finished_at: instantOrNull,
});
export type ResearchStageView = ViewOf<typeof researchStageView>;

/** Whether research is switched on here, and what is left of today's runs. */
export const researchStateView = view({
  is_enabled: flag,
  is_worker_enabled: flag,
  is_schedule_enabled: flag,
  is_outcome_enabled: flag,
  /** What is switched off that would be needed, with the setting that switches it on; null where nothing is. */
  message: textOrNull,
  daily_run_limit: whole,
  runs_today: whole,
  waiting: whole,
  sources: listOf(text),
  /** What a run will take. */
  estimate: view({
    /** In US dollars, by runs before; null where there are none, or nobody knows what they cost. */
    cost_usd: numberOrNull,
    /** Why it is unknown. */
    cost_reason: textOrNull,
    /** Null where there are no runs before. */
    minutes: numberOrNull,
    /** No run costs more. */
    limit_usd: number,
    /** Models that are asked, in their order; none where none is set up. */
    models: listOf(text),
    /** All of it for people. */
    words: text,
  }),
});
export type ResearchStateView = ViewOf<typeof researchStateView>;
