export { bondPayments } from './bond-payments.ts';
export { type UpcomingQuery, upcomingQuery } from './inputs.ts';
export { createUpcomingReport } from './upcoming-report.ts';
export {
  type UpcomingRow,
  upcomingRowView,
  type UpcomingType,
  type UpcomingView,
  upcomingView,
} from './view.ts';
