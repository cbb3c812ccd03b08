import { instrumentQuery, instrumentSuggestionsView } from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';

export const INSTRUMENT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/instruments',
    summary: 'Search instruments by start of symbol, part of name, or ISIN',
    description:
      'Holdings come first, then the registry. `registry` is the number of instruments in it; 0 means no list is imported yet and only holdings are found.',
    tag: 'Portfolio',
    query: instrumentQuery,
    response: instrumentSuggestionsView,
    handler: async ({ core, user, query }) => await core.portfolio.suggestions.suggest(user.userId, query),
  }),
];
