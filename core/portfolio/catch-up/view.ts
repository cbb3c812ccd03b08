import {
  instantOrNull,
  listOf,
  oneOf,
  textOrNull,
  view,
  type ViewOf,
  wholeOrNull,
} from '../../platform/schema/index.ts';

/** What is fetched for new holdings, in the order in which it is told. */
const CATCH_UP_STEPS = ['LISTS', 'QUOTES', 'CLOSES', 'INDEXES', 'RATES', 'ACTIONS', 'SNAPSHOT'] as const;
export type CatchUpStep = (typeof CATCH_UP_STEPS)[number];

const STEP_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'OFF'] as const;
export type StepState = (typeof STEP_STATES)[number];

/** One step: how far it is, and what came of it. */
const catchUpStepView = view({
  step: oneOf(...CATCH_UP_STEPS),
  state: oneOf(...STEP_STATES),
  /** Of `total` things so many are settled; null where they are not counted. */
  done: wholeOrNull,
  total: wholeOrNull,
  /** In words, once it has ended. */
  result: textOrNull,
});
export type CatchUpStepView = ViewOf<typeof catchUpStepView>;

/** How far prices, history and announcements of what is held are fetched. */
export const catchUpView = view({
  /** NONE where nothing was ever held. */
  state: oneOf('NONE', 'RUNNING', 'DONE', 'FAILED'),
  started_at: instantOrNull,
  finished_at: instantOrNull,
  /** When the steps that failed are tried again; null where none did. */
  next_try_at: instantOrNull,
  steps: listOf(catchUpStepView),
});
export type CatchUpView = ViewOf<typeof catchUpView>;

export const NO_CATCH_UP: CatchUpView = {
  state: 'NONE',
  started_at: null,
  finished_at: null,
  next_try_at: null,
  steps: [],
};

/** All steps before the first has begun. */
export function waitingSteps(): CatchUpStepView[] {
  return CATCH_UP_STEPS.map((step) => ({ step, state: 'WAITING', done: null, total: null, result: null }));
}
