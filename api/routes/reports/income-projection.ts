import { incomeProjectionQuery, incomeProjectionView } from '../../../core/reports/index.ts';
import type { Route } from '../../route.ts';
import { report } from './report.ts';

export const INCOME_PROJECTION_ROUTES: readonly Route[] = [
  report({
    name: 'income-projection',
    summary: 'Upcoming income by month',
    description:
      'FORECAST, DECLARED and ENTITLED events, before tax, from the current month on, including months without income. `expected_amount` is null if currencies mix.',
    query: incomeProjectionQuery,
    response: incomeProjectionView,
    of: ({ incomeProjection }) => incomeProjection,
  }),
];
