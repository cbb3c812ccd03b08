export {
  createIncomeProjection,
  type IncomeProjectionQuery,
  incomeProjectionQuery,
} from './projection-report.ts';
export type { ExpectedSum, IncomeProjectionView, ProjectedMonth } from './view.ts';
