import * as yup from 'yup';
import {
  type NewsItem,
  type NewsView,
  watchlistInput,
  type WatchlistItemView,
} from '../../core/watchlist/index.ts';
import { type Route, route } from '../route.ts';
import { resource } from './resource.ts';
import {
  date,
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  numberOrNull,
  text,
  textOrNull,
  viewOf,
  whole,
} from './schemas.ts';
import { pageQuery } from '../../core/platform/index.ts';

const item = viewOf<WatchlistItemView>()({
  id: text,
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  asset_class: text,
  currency: text,
  price: numberOrNull,
  previous_close: numberOrNull,
  day_change: numberOrNull,
  day_change_pct: numberOrNull,
  day_change_date: date,
  day_change_label: text,
  price_as_of: dateOrNull,
  price_source: textOrNull,
  priced_at: instantOrNull,
  price_reason: textOrNull,
  is_held: flag,
  alerts: whole,
  created_at: instant,
});

const news = viewOf<NewsView>()({
  symbol: text,
  query: text,
  items: listOf(
    viewOf<NewsItem>()({ title: text, url: textOrNull, source: textOrNull, published_at: instantOrNull }),
  ),
  reason: textOrNull,
});

const path = '/api/portfolio/watchlist';
const tag = 'Watchlist';

/** What a person watches without having to hold it. */
export const WATCHLIST_ROUTES: readonly Route[] = [
  ...resource({
    path,
    tag,
    noun: 'WATCHLIST_ITEM',
    view: item,
    input: watchlistInput,
    query: yup.object({ ...pageQuery, fresh: yup.boolean().optional() }).noUnknown(),
    service: ({ watchlist }) => watchlist.items,
    routes: {
      list: {
        summary: 'The watchlist by symbol, with the last known prices',
        description: 'With fresh=true, prices older than a minute are refreshed first.',
      },
      create: 'Add to the watchlist; the price is fetched at once',
      remove: 'Remove from the watchlist, with its alerts',
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:id/news`,
    summary: 'The latest headlines about a watched instrument',
    description: 'If there are none, `reason` says why. Headlines are cached for ten minutes.',
    tag,
    params: { id: 'WATCHLIST_ITEM' },
    query: yup.object({ most: yup.number().integer().min(1).max(50).optional() }).noUnknown(),
    response: news,
    handler: async ({ core, user, params, query }) =>
      await core.watchlist.headlines(user.userId, params.id, query.most),
  }),
];
