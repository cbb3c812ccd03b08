import * as yup from 'yup';
import { pageQuery } from '../../core/portfolio/index.ts';
import {
  type NewsItem,
  type NewsView,
  watchlistInput,
  type WatchlistItemView,
} from '../../core/watchlist/index.ts';
import { type Route, route } from '../route.ts';
import { paged } from './paging.ts';
import {
  dateOrNull,
  flag,
  instant,
  instantOrNull,
  listOf,
  numberOrNull,
  pageOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from './schemas.ts';

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

const base = '/api/portfolio/watchlist';
const tag = 'Watchlist';

/** What a person watches without having to hold it. */
export const WATCHLIST_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: base,
    summary: 'What is watched, by symbol, with the last known prices',
    description: 'With fresh=true prices that are older than a minute are asked for first.',
    tag,
    query: yup.object({ ...pageQuery, fresh: yup.boolean().optional() }).noUnknown(),
    response: pageOf(item),
    handler: async ({ core, user, query }) =>
      paged(await core.watchlist.items.list(user.userId, { fresh: query.fresh }), query),
  }),
  route({
    method: 'POST',
    path: base,
    summary: 'Watch something; its price is asked for at once',
    tag,
    body: watchlistInput,
    status: 201,
    response: item,
    problems: { 409: ['WATCHLIST_ITEM_EXISTS'] },
    handler: async ({ core, user, body, by }) => await core.watchlist.items.add(user.userId, body, by),
  }),
  route({
    method: 'GET',
    path: `${base}/:id/news`,
    summary: 'The newest headlines about something that is watched',
    description: 'Without any, `reason` says why. Answers are kept for ten minutes.',
    tag,
    params: { id: 'WATCHLIST_ITEM' },
    query: yup.object({ most: yup.number().integer().min(1).max(50).optional() }).noUnknown(),
    response: news,
    handler: async ({ core, user, params, query }) =>
      await core.watchlist.headlines(user.userId, params.id, query.most),
  }),
  route({
    method: 'DELETE',
    path: `${base}/:id`,
    summary: 'Watch something no more; its alerts go with it',
    tag,
    params: { id: 'WATCHLIST_ITEM' },
    response: null,
    handler: async ({ core, user, params, by }) =>
      await core.watchlist.items.remove(user.userId, params.id, by),
  }),
];
