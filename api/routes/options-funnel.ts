import { funnelQuery, funnelView } from '../../core/options/index.ts';
import { type Route, route } from '../route.ts';

/** What became of every chance to trade. */
export const OPTIONS_FUNNEL_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/options/funnel',
    summary: 'Signals that strategies saw, filtered by reason, and executed, by strategy and day',
    description:
      'Today where no day is named, and LIVE and DRY_RUN where no mode is: SHADOW counts in no normal total. Signals of one tag, strategy, mode and day are one opportunity, whose furthest outcome counts. Days are those of the signals, in India.',
    tag: 'Options',
    query: funnelQuery,
    response: funnelView,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user, query }) => await core.options.funnel.read(user.userId, query),
  }),
];
