import * as yup from 'yup';
import { type Route, route } from '../route.ts';
import { exactly, instant, listOf, numberOrNull, oneOf, text, textOrNull, viewOf, whole } from './schemas.ts';
import type { RefreshOutcome, RefreshView } from '../../core/portfolio/index.ts';

const outcome = viewOf<RefreshOutcome>()({
  symbol: text,
  portfolio: text,
  status: oneOf('UPDATED', 'UNCHANGED', 'SKIPPED', 'FAILED'),
  reason: textOrNull,
  message: textOrNull,
  price: numberOrNull,
  previous_close: numberOrNull,
  source: textOrNull,
  tried: listOf(exactly({ source: text, reason: text, message: text })),
});

const refreshed = viewOf<RefreshView>()({
  refreshed_at: instant,
  updated: whole,
  unchanged: whole,
  skipped: whole,
  failed: whole,
  outcomes: listOf(outcome),
});

export const MARKET_DATA_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/portfolio/market-data/refresh',
    summary: 'Fetch the prices of all holdings that have a market',
    description:
      'Answers when all are in. `reason` tells of each holding that was passed over or failed; it keeps its last good price. `tried` names who was asked before in vain. The frame `refresh_progress` of the live socket tells how far it is. What was priced within 30 seconds is not asked for again unless `force` is true.',
    tag: 'Portfolio',
    body: yup.object({ force: yup.boolean().optional() }).noUnknown(),
    response: refreshed,
    problems: { 409: ['REFRESH_RUNNING', 'HOLDINGS_CHANGED'] },
    handler: async ({ core, user, body }) => await core.prices.refresh(user.userId, body),
  }),
];
