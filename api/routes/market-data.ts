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
    summary: 'Refresh the prices of all traded holdings',
    description:
      'Answers when all prices are in. `reason` explains each holding that was skipped or failed; it keeps its last good price. `tried` lists sources that failed first. The live socket frame `refresh_progress` shows progress. Prices updated within 30 seconds are not fetched again unless `force` is true.',
    tag: 'Portfolio',
    body: yup.object({ force: yup.boolean().optional() }).noUnknown(),
    response: refreshed,
    problems: { 409: ['REFRESH_RUNNING', 'HOLDINGS_CHANGED'] },
    handler: async ({ core, user, body }) => await core.prices.refresh(user.userId, body),
  }),
];
