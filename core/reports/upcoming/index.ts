export { bondPayments } from './bond-payments.ts';
export { upcomingQuery } from './inputs.ts';
export { createUpcomingReport } from './upcoming-report.ts';
export { type UpcomingRow, type UpcomingType, type UpcomingView, upcomingView } from './view.ts';
