import { refreshInput, refreshView } from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';

export const MARKET_DATA_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/portfolio/market-data/refresh',
    summary: 'Refresh the prices of all traded holdings',
    description:
      'Answers when all prices are in. `reason` explains each holding that was skipped or failed; it keeps its last good price. `tried` lists sources that failed first. The live socket frame `refresh_progress` shows progress. Prices updated within 30 seconds are not fetched again unless `force` is true.',
    tag: 'Portfolio',
    body: refreshInput,
    response: refreshView,
    problems: { 409: ['REFRESH_RUNNING', 'HOLDINGS_CHANGED'] },
    handler: async ({ core, user, body }) => await core.prices.refresh(user.userId, body),
  }),
];
