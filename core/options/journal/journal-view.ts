import * as yup from 'yup';
import { dayField, isOddText, pageQuery } from '../../platform/index.ts';
import {
  anything,
  date,
  instant,
  instantOrNull,
  listOf,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  pageOf,
  reasonsOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { EVENT_RISKS, type Mode, MODES } from '../records/index.ts';
import { ATTRIBUTION_PARTS, type AttributionPart } from './attribution.ts';
import { EXIT_TIMINGS, ROOT_CAUSES } from './debrief.ts';
import { VERDICT_OUTCOMES } from './judgements.ts';

const flagOrNull = yup.boolean().nullable().defined();
const mode = oneOf(...MODES);
const filterOf = (most: number) => yup.string().min(1).max(most).optional();

/** Journal: a day in India, or a span of them; the newest first. */
export const journalQuery = yup
  .object({
    ...pageQuery,
    strategy: filterOf(60),
    date: dayField.optional(),
    from: dayField.optional(),
    to: dayField.optional(),
    exit_reason: filterOf(60),
    mode: yup.string().oneOf(MODES).optional(),
  })
  .noUnknown();
export type JournalQuery = yup.InferType<typeof journalQuery>;

/** Selects the trade of a tag. Defaults to LIVE, then DRY_RUN, then SHADOW. */
export const journalTradeQuery = yup
  .object({
    mode: yup
      .mixed<Mode>()
      .oneOf([...MODES])
      .optional(),
  })
  .noUnknown();
/** A trade as a person names it. */
export interface TradeAsked {
  tag: string;
  mode?: Mode | undefined;
}

/** What the journal can be narrowed to, by name. */
export const journalChoicesView = view({ strategies: listOf(text), exit_reasons: listOf(text) });
export type JournalChoices = ViewOf<typeof journalChoicesView>;

/** Trades of LIVE and DRY_RUN; those of SHADOW are in the journal alone. */
export const tradeHistoryQuery = yup
  .object({ ...pageQuery, strategy: filterOf(60), dry_run: yup.boolean().optional() })
  .noUnknown();
export type TradeHistoryQuery = yup.InferType<typeof tradeHistoryQuery>;

const tradeHistoryRow = view({
  tag: text,
  strategy: text,
  mode,
  dry_run: yup.boolean().required(),
  underlying: text,
  opened_at: instant,
  closed_at: instant,
  exit_reason: text,
  realised_gross: numberOrNull,
  realised_costs: numberOrNull,
  realised_net: numberOrNull,
  reasons: reasonsOf(),
});
export const tradeHistoryPage = pageOf(tradeHistoryRow);
export type TradeHistoryRow = ViewOf<typeof tradeHistoryRow>;
export type TradeHistoryPage = ViewOf<typeof tradeHistoryPage>;

const figures = view({
  gross: numberOrNull,
  costs: numberOrNull,
  net: numberOrNull,
  days_held: number,
  costs_pct_of_gross: numberOrNull,
  mfe_capture_pct: numberOrNull,
  heat_pct_of_max_loss: numberOrNull,
  slippage: numberOrNull,
  return_on_margin_pct: numberOrNull,
});

const debrief = view({
  schema_version: whole,
  /** FIGURES: worked out from what was reported, by no model. */
  source: text,
  root_cause: oneOfOrNull(...ROOT_CAUSES),
  regime_correct: flagOrNull,
  exit_timing: oneOfOrNull(...EXIT_TIMINGS),
  theta_attribution: numberOrNull,
  vega_attribution: numberOrNull,
  spot_attribution: numberOrNull,
  rest_attribution: numberOrNull,
  /** Always empty here: the figures of one trade are no ground for another setting. */
  suggested_parameter_deltas: listOf(view({ parameter: text, delta: number, reason: text })),
  /** The share of what a debrief looks at that is known, 0 to 1. */
  confidence: number,
  figures,
  reasons: reasonsOf(),
});
export type StructuredDebrief = ViewOf<typeof debrief>;

const rejectedStrategy = view({ strategy: text, reason: text, score: numberOrNull });

/** A row of the journal (portfolio/Trade journal row). Amounts in rupees, volatility in percent a year. */
const row = {
  tag: text,
  opened_at: instant,
  close_time: instant,
  day: date,
  strategy: text,
  mode,
  underlying: text,
  exit_reason: text,
  /** Net of costs. */
  realised_pnl: numberOrNull,
  realised_gross: numberOrNull,
  realised_costs: numberOrNull,
  entry_spot: numberOrNull,
  exit_spot: numberOrNull,
  entry_iv: numberOrNull,
  exit_iv: numberOrNull,
  skew: numberOrNull,
  mfe: numberOrNull,
  mae: numberOrNull,
  slippage_entry: numberOrNull,
  slippage_exit: numberOrNull,
  /** What the regime selector saw, as it was reported. */
  regime_context: anything,
  rejected_strategies: yup.array(rejectedStrategy).nullable().defined(),
  ai_verdict: textOrNull,
  operator_notes: textOrNull,
  notes_updated_at: instantOrNull,
  narrative_debrief: text,
  /** FIGURES, or the name of a model. */
  narrative_source: text,
  structured_debrief: debrief,
  rejected_strategy_delta: numberOrNull,
  verdict_outcome: oneOfOrNull(...VERDICT_OUTCOMES),
  event_risk_at_entry: oneOf(...EVENT_RISKS),
  /** Why a field is null, by its name; what has no reason was not reported. */
  reasons: reasonsOf(),
  /** The record as it came, JSON as text. */
  payload_json: text,
};
const journalRowView = view(row);
export type JournalRow = ViewOf<typeof journalRowView>;
export const journalPage = pageOf(journalRowView);
export type JournalPage = ViewOf<typeof journalPage>;

const legView = view({
  symbol: text,
  instrument: text,
  strike: numberOrNull,
  expiry: date,
  side: text,
  quantity: whole,
  entry_price: numberOrNull,
  exit_price: numberOrNull,
  /** Gross, in rupees. */
  result: numberOrNull,
});

const executionView = view({
  id: text,
  at: instant,
  symbol: text,
  instrument: text,
  strike: numberOrNull,
  expiry: date,
  side: text,
  quantity: whole,
  price: number,
  reference_price: numberOrNull,
  costs: numberOrNull,
  source: text,
});

/** A while in which a trade was reported in one state. */
const stateView = view({
  state: text,
  from: instant,
  to: instant,
  reports: whole,
  /** Of its last report, and the least and the most of all of them. */
  unrealised_gross: numberOrNull,
  lowest: numberOrNull,
  highest: numberOrNull,
});

const signalView = view({
  id: text,
  at: instant,
  strategy: text,
  mode,
  underlying: textOrNull,
  outcome: text,
  reason: textOrNull,
  detail: textOrNull,
  tag: textOrNull,
  score: numberOrNull,
  regime: textOrNull,
  rejected_strategies: listOf(rejectedStrategy),
});
export type SignalView = ViewOf<typeof signalView>;

const analysisView = view({
  id: text,
  at: instant,
  horizon_at: instant,
  verdict: text,
  probability_up: number,
  model: textOrNull,
  realised: textOrNull,
  return_pct: numberOrNull,
});

/** All that is known of one trade. */
export const journalStoryView = view({
  ...row,
  margin_used: numberOrNull,
  max_loss: numberOrNull,
  legs: listOf(legView),
  /** By kind, in rupees; null where they were not reported. */
  costs: anything,
  /** Modes in which other trades have the same tag. */
  other_modes: listOf(mode),
  /** Reports of this trade that were taken; the last of them counts. */
  reports: whole,
  executions: listOf(executionView),
  /** There are more than are listed. */
  has_more_executions: yup.boolean().required(),
  states: listOf(stateView),
  signal: signalView.nullable().defined(),
  /** The latest analysis of the underlying before the entry whose horizon was still ahead. */
  analysis: analysisView.nullable().defined(),
  attribution: view({
    method: text,
    days_held: number,
    gross: numberOrNull,
    theta: numberOrNull,
    vega: numberOrNull,
    spot: numberOrNull,
    rest: numberOrNull,
    parts: listOf(oneOf(...ATTRIBUTION_PARTS)),
    reasons: reasonsOf<AttributionPart>(),
  }),
  rejected: view({
    method: text,
    delta: numberOrNull,
    best: view({ strategy: text, mode, tag: text, net: number }).nullable().defined(),
    reason: textOrNull,
  }),
});
export type JournalStory = ViewOf<typeof journalStoryView>;

export const MOST_NOTES = 4_000;

/** A person's note on a trade. Null, or nothing but spaces, deletes it. */
export const notesInput = yup
  .object({
    notes: yup
      .string()
      .max(MOST_NOTES)
      .test(
        'words',
        'A note cannot have control characters.',
        (value) => value === undefined || value === null || !isOddText(value),
      )
      .nullable()
      .defined(),
  })
  .noUnknown()
  .required();

export const notesView = view({
  tag: text,
  mode,
  operator_notes: textOrNull,
  notes_updated_at: instantOrNull,
});
export type NotesView = ViewOf<typeof notesView>;
