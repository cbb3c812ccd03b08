import { letterQuery, letterView } from '../../../core/reports/index.ts';
import { type Route, route } from '../../route.ts';

export const LETTER_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/portfolio/reports/letter',
    summary: 'The week in one letter: value, gain, index, movers, due dates and tasks',
    description:
      'The seven days up to `to`, today by default; `value`, `due` and `todo` are of now. `gain` and the returns exclude money put in or taken out. A mover is measured between two closes, and `records` are the events of the week that bear on it; where there are none, the reason is not known.',
    tag: 'Reports',
    query: letterQuery,
    response: letterView,
    handler: async ({ core, user, query }) => await core.reports.letter.read(user.userId, query),
  }),
];
