import { pageOf } from '../../core/platform/schema/index.ts';
import {
  holdingInput,
  holdingQuery,
  holdingView,
  priceInput,
  priceUpdateView,
} from '../../core/portfolio/index.ts';
import {
  holdingReportQuery,
  holdingReportView,
  recentClosesQuery,
  recentClosesView,
} from '../../core/reports/index.ts';
import { Reply, type Route, route } from '../route.ts';
import { paging } from './paging.ts';
import { resource } from './resource.ts';

const path = '/api/portfolio/holdings';
const tag = 'Portfolio';

export const HOLDING_ROUTES: readonly Route[] = [
  // Before the addresses of one holding, whose id this word is not.
  route({
    method: 'GET',
    path: `${path}/by-symbol/:symbol`,
    summary: 'Everything about one symbol: gains, lots, income, prices and transactions',
    description:
      'Of one portfolio, or of all that have it together; what was sold completely is there too. Amounts are in the currency of the symbol, and a figure that is null has its reason in `reasons`. Closes and trades are in today’s shares. `transactions` holds the newest 200.',
    tag,
    kept: true,
    params: { symbol: 'text' },
    query: holdingReportQuery,
    response: holdingReportView,
    problems: { 404: ['HOLDING_NOT_FOUND', 'PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, params, query }) =>
      Reply.json(
        await core.reports.holding.readJson(user.userId, { symbol: params.symbol.trim(), ...query }),
      ),
  }),
  route({
    method: 'GET',
    path: `${path}/recent-closes`,
    summary: 'Prices of holdings over the last 90 days, thinned to 30 each',
    description:
      'In today’s shares, ascending. On days without a close of the market, prices of statements, brokers and by hand count. `portfolio` names the one that has prices of its own. A symbol that is not held or has fewer than two prices is left out.',
    tag,
    query: recentClosesQuery,
    response: recentClosesView,
    handler: async ({ core, user, query }) => await core.reports.recentCloses.read(user.userId, query),
  }),
  ...resource({
    path,
    tag,
    noun: 'HOLDING',
    view: holdingView,
    input: holdingInput,
    query: holdingQuery,
    service: ({ portfolio }) => portfolio.holdings,
    routes: {
      list: 'Holdings, paged',
      create: {
        summary: 'Add a manual holding',
        description: 'A Mutual Fund needs its ISIN; bond fields apply only to a Bond.',
      },
      get: 'One holding',
      update: 'Change the given fields of a holding',
      remove: {
        summary: 'Delete a manual or imported holding',
        problems: { 409: ['HOLDING_FOLLOWS_LEDGER'] },
      },
      restore: 'Undo a deletion, within 30 days',
    },
  }),
  route({
    method: 'POST',
    path: `${path}/:id/ltp`,
    summary: 'Set the price of an Unlisted holding',
    description:
      'The old price becomes the previous close, and the change is recorded with its date and note. A price of an earlier day than the known one is filed under its date, and the newer price stays.',
    tag,
    params: { id: 'HOLDING' },
    body: priceInput,
    response: holdingView,
    problems: { 409: ['LTP_NOT_MANUAL'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.portfolio.holdings.updatePrice(user.userId, params.id, body, actor),
  }),
  route({
    method: 'GET',
    path: `${path}/:id/ltp`,
    summary: 'Manually entered prices, newest first',
    tag,
    params: { id: 'HOLDING' },
    query: paging,
    response: pageOf(priceUpdateView),
    handler: async ({ core, user, params, query }) =>
      await core.portfolio.holdings.priceUpdates(user.userId, params.id, query),
  }),
];
