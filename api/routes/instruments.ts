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
    summary: 'Instruments by the beginning of a symbol, a part of a name, or an ISIN',
    description:
      'What is held comes first, then what the registry lists. `registry` is the number of instruments it has: at 0 no list was imported yet, and only what is held is found.',
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
