export { createActivity } from './activity-report.ts';
export { type ActivityQuery, activityQuery } from './inputs.ts';
export {
  ACTIVITY_TYPES,
  type ActivityRow,
  type ActivityType,
  type ActivityView,
  type ActivityWarning,
} from './view.ts';
