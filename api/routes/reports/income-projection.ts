import { incomeProjectionQuery, incomeProjectionView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const INCOME_PROJECTION_ROUTES: readonly Route[] = [
  report({
    name: 'income-projection',
    summary: 'Income that is still to come, month by month',
    description:
      'What is FORECAST, DECLARED or ENTITLED, before tax, from the current month on; months without income are there as well. `expected_amount` is null where currencies mix.',
    query: incomeProjectionQuery,
    response: incomeProjectionView,
    of: ({ incomeProjection }) => incomeProjection,
  }),
];
