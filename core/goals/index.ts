export { type Goals, createGoals } from './goals-area.ts';
export {
  goalInput,
  type GoalInput,
  type GoalLinkInput,
  goalLinkInput,
  sipPlanInput,
  type SipPlanInput,
} from './inputs.ts';
export type { LinkType } from './links.ts';
export { listGoals, listSipPlans, termsOf } from './goal-store.ts';
export { type GoalModel, type SipPlanModel } from './models.ts';
export { progressOf } from './progress.ts';
export { instalments, type SipTerms } from './sip-plan.ts';
export {
  type GoalLinkView,
  goalLinkView,
  type GoalProgress,
  goalProgressView,
  goalSnapshotView,
  type GoalState,
  type GoalView,
  goalView,
  type SipPlanView,
  sipPlanView,
} from './view.ts';
