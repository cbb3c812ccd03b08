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
        summary: 'The watchlist by symbol, with the last known prices',
        description: 'With fresh=true, prices older than a minute are refreshed first.',
      },
      create: {
        summary: 'Add to the watchlist; the price is fetched at once',
        // No source is asked for what does not exist.
        sample: 'never',
      },
      remove: 'Remove from the watchlist, with its alerts',
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:id/news`,
    sample: 'never',
    summary: 'The latest headlines about a watched instrument',
    description: 'If there are none, `reason` says why. Headlines are cached for ten minutes.',
    tag,
    params: { id: 'WATCHLIST_ITEM' },
    query: newsQuery,
    response: newsView,
    handler: async ({ core, user, params, query }) =>
      await core.watchlist.headlines(user.userId, params.id, query),
  }),
];
