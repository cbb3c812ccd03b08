/** Money that comes into policies by a schedule: instalments, what is reserved for them, and what becomes of the money. */
export { createContributions } from './contributions.ts';
export {
  attachToBatch,
  batchesOfCycle,
  giveUpAllocation,
  linkWaitingBatches,
  moveBatches,
  type PendingAllocation,
  pendingAllocations,
  revertBatches,
} from './batch-store.ts';
export { confirmInput, deferInput, reasonInput, reconcileInput, scheduleInput } from './inputs.ts';
export {
  consumeByBalance,
  consumeByFills,
  consumedBy,
  netDeployment,
  type PlanFill,
  spentBeside,
} from './reservations.ts';
export { allocationModeOf, endContributions, insertScheduleOfConfig } from './schedule-store.ts';
export { fallbackNotice } from './funding-notice.ts';
export { createSessionContributions } from './session-money.ts';
export { WAITING_BATCH } from './states.ts';
export { readTargets } from './targets-store.ts';
export {
  contributionScheduleView,
  type ContributionScheduleView,
  contributionsView,
  type ContributionsView,
  contributionView,
  type ContributionView,
} from './view.ts';
