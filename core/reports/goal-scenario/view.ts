import { goalProgressView, type GoalView } from '../../goals/index.ts';
import {
  date,
  instant,
  number,
  numberOrNull,
  text,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { explanationsOrNull } from '../explanation.ts';

/** How the scenario stands against the goal as it is planned; null where either side is not known. */
const differenceView = view({
  projected: numberOrNull,
  surplus: numberOrNull,
  /** In points of percent. */
  probability: numberOrNull,
});

/** What a goal would come to with other payments (spec: Reports, /goal-scenario). Nothing of it is kept. */
export const goalScenarioView = view({
  calculated_at: instant,
  goal: view({ id: text, name: text, currency: text }),
  /** What was asked, with the defaults of absent fields. */
  inputs: view({
    /** In the goal's currency, in the place of every plan linked to the goal. */
    monthly_sip: number,
    /** Compounding once a year. */
    step_up_pct: number,
    /** Null where the goal's own day holds. */
    years: numberOrNull,
    first_date: date,
    target_date: date,
  }),
  /** All payments of the scenario together. */
  paid_in: number,
  payments: whole,
  /** In the shape of the goal's own progress. */
  progress: goalProgressView,
  /** The goal as it is planned now. */
  baseline: goalProgressView,
  difference: differenceView,
  explanations: explanationsOrNull,
});
export type GoalScenarioView = ViewOf<typeof goalScenarioView>;

/** A goal of a sum by a day. */
export type CorpusGoal = GoalView & { target_corpus: number; target_date: string };
