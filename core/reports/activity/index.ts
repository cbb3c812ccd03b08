export { createActivity } from './activity-report.ts';
export { type ActivityQuery, activityQuery } from './inputs.ts';
export { type ActivityRow, type ActivityType, type ActivityView, activityView } from './view.ts';
