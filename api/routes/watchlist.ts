import {
  newsQuery,
  newsView,
  watchlistInput,
  watchlistItemView,
  watchlistQuery,
} from '../../core/watchlist/index.ts';
import { type Route, route } from '../route.ts';
import { resource } from './resource.ts';

const path = '/api/portfolio/watchlist';
const tag = 'Watchlist';

/** What a person watches without having to hold it. */
export const WATCHLIST_ROUTES: readonly Route[] = [
  ...resource({
    path,
    tag,
    noun: 'WATCHLIST_ITEM',
    view: watchlistItemView,
    input: watchlistInput,
    query: watchlistQuery,
    service: ({ watchlist }) => watchlist.items,
    routes: {
      list: {
        summary: 'What is watched, by symbol, with the last known prices',
        description: 'With fresh=true prices that are older than a minute are asked for first.',
      },
      create: 'Watch something; its price is asked for at once',
      remove: 'Watch something no more; its alerts go with it',
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:id/news`,
    summary: 'The newest headlines about something that is watched',
    description: 'Without any, `reason` says why. Answers are kept for ten minutes.',
    tag,
    params: { id: 'WATCHLIST_ITEM' },
    query: newsQuery,
    response: newsView,
    handler: async ({ core, user, params, query }) =>
      await core.watchlist.headlines(user.userId, params.id, query),
  }),
];
