import { instrumentQuery, instrumentSuggestionsView } from '../../core/portfolio/index.ts';
import { type Route, route } from '../route.ts';

export const INSTRUMENT_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/instruments',
    summary: 'Instruments by the beginning of a symbol, a part of a name, or an ISIN',
    description:
      'What is held comes first, then what the registry lists. `registry` is the number of instruments it has: at 0 no list was imported yet, and only what is held is found.',
    tag: 'Portfolio',
    query: instrumentQuery,
    response: instrumentSuggestionsView,
    handler: async ({ core, user, query }) => await core.portfolio.suggestions.suggest(user.userId, query),
  }),
];
