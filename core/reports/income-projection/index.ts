export { createIncomeProjection } from './projection-report.ts';
export { incomeProjectionQuery, type IncomeProjectionView, incomeProjectionView } from './view.ts';
