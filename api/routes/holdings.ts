import { pageOf } from '../../core/platform/schema/index.ts';
import {
  holdingInput,
  holdingQuery,
  holdingView,
  priceInput,
  priceUpdateView,
} from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';
import { paged, paging } from './paging.ts';
import { resource } from './resource.ts';

const path = '/api/portfolio/holdings';
const tag = 'Portfolio';

export const HOLDING_ROUTES: readonly Route[] = [
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
      'The old price becomes the previous close, and the change is recorded with its date and note.',
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
      paged(await core.portfolio.holdings.priceUpdates(user.userId, params.id), query),
  }),
];
