export { bondPayments } from './bond-payments.ts';
export { type UpcomingQuery, upcomingQuery } from './inputs.ts';
export { createUpcomingReport } from './upcoming-report.ts';
export {
  UPCOMING_SOURCES,
  UPCOMING_TYPES,
  type UpcomingRow,
  type UpcomingSource,
  type UpcomingType,
  type UpcomingView,
} from './view.ts';
