import type { GoalProgress, GoalView } from '../../goals/index.ts';
import type { Explanation } from '../explanation.ts';

/** How the scenario stands against the goal as it is planned; null where either side is not known. */
export interface ScenarioDifference {
  projected: number | null;
  surplus: number | null;
  /** In points of percent. */
  probability: number | null;
}

/** What a goal would come to with other payments (spec: Reports, /goal-scenario). Nothing of it is kept. */
export interface GoalScenarioView {
  calculated_at: string;
  goal: { id: string; name: string; currency: string };
  /** What was asked, with the defaults of absent fields. */
  inputs: {
    /** In the goal's currency, in the place of every plan linked to the goal. */
    monthly_sip: number;
    /** Compounding once a year. */
    step_up_pct: number;
    /** Null where the goal's own day holds. */
    years: number | null;
    first_date: string;
    target_date: string;
  };
  /** All payments of the scenario together. */
  paid_in: number;
  payments: number;
  /** In the shape of the goal's own progress. */
  progress: GoalProgress;
  /** The goal as it is planned now. */
  baseline: GoalProgress;
  difference: ScenarioDifference;
  /** Null unless it was asked for. */
  explanations: Explanation[] | null;
}

/** A goal of a sum by a day. */
export type CorpusGoal = GoalView & { target_corpus: number; target_date: string };
