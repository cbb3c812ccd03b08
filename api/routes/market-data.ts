import { refreshInput, refreshView } from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';

export const MARKET_DATA_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/portfolio/market-data/refresh',
    summary: 'Fetch the prices of all holdings that have a market',
    description:
      'Answers when all are in. `reason` tells of each holding that was passed over or failed; it keeps its last good price. `tried` names who was asked before in vain. The frame `refresh_progress` of the live socket tells how far it is. What was priced within 30 seconds is not asked for again unless `force` is true.',
    tag: 'Portfolio',
    body: refreshInput,
    response: refreshView,
    problems: { 409: ['REFRESH_RUNNING', 'HOLDINGS_CHANGED'] },
    handler: async ({ core, user, body }) => await core.prices.refresh(user.userId, body),
  }),
];
