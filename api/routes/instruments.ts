import * as yup from 'yup';
import type { InstrumentSuggestion } from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';
import { dateOrNull, exactly, flag, listOf, text, textOrNull, viewOf, whole } from './schemas.ts';

const suggestion = viewOf<InstrumentSuggestion>()({
  symbol: text,
  name: textOrNull,
  isin: textOrNull,
  asset_class: text,
  currency: text,
  exchange: textOrNull,
  sector: textOrNull,
  is_held: flag,
  delisted_on: dateOrNull,
});

export const INSTRUMENT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/instruments',
    summary: 'Search instruments by start of symbol, part of name, or ISIN',
    description:
      'Holdings come first, then the registry. `registry` is the number of instruments in it; 0 means no list is imported yet and only holdings are found.',
    tag: 'Portfolio',
    query: yup
      .object({
        search: yup.string().max(100).required(),
        limit: yup.number().integer().min(1).max(50).optional(),
      })
      .noUnknown(),
    response: exactly({ items: listOf(suggestion), registry: whole }),
    handler: async ({ core, user, query: { search, limit } }) =>
      await core.portfolio.suggestions.suggest(user.userId, search, limit),
  }),
];
