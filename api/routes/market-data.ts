import { catchUpView, refreshInput, refreshView } from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';

export const MARKET_DATA_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/portfolio/market-data/refresh',
    summary: 'Refresh the prices of all traded holdings',
    description:
      'Answers when all prices are in. `reason` explains each holding that was excluded or failed; it keeps its last good price. `tried` lists sources that failed first. The live socket frame `refresh_progress` shows progress. Prices updated within 30 seconds are not fetched again unless `force` is true.',
    tag: 'Portfolio',
    body: refreshInput,
    response: refreshView,
    problems: { 409: ['REFRESH_RUNNING', 'HOLDINGS_CHANGED'] },
    handler: async ({ core, user, body }) => await core.prices.refresh(user.userId, body),
  }),
  route({
    method: 'GET',
    path: '/api/portfolio/market-data/catch-up',
    summary: 'How far prices, past closes, rates and announcements of what you hold are fetched',
    description:
      'Starts automatically as soon as something new is recorded. The live socket frame `market_catch_up` shows the progress of each step.',
    tag: 'Portfolio',
    response: catchUpView,
    handler: async ({ core, user }) => await core.catchUps.read(user.userId),
  }),
];
