export { createActivity } from './activity-report.ts';
export { activityQuery } from './inputs.ts';
export { type ActivityRow, type ActivityType, type ActivityView, activityView } from './view.ts';
