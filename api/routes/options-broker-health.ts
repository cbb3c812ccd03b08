import { brokerHealthView } from '../../core/options/index.ts';
import { type Route, route } from '../route.ts';

/** How well the brokers of the trading process answer. */
export const OPTIONS_BROKER_HEALTH_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/broker/health',
    summary: 'The level of each broker with its reasons, figures, changes and last sessions',
    description:
      'The level follows from the samples of broker_health: the last 20, of at most ten minutes. It gets worse at once, and better by one step after three minutes of better samples. A broker without a sample for five minutes in trading hours is DOWN.',
    tag: 'Options',
    response: brokerHealthView,
    problems: { 503: ['OPTIONS_UNAVAILABLE'] },
    handler: async ({ core, user }) => await core.options.brokerHealth.read(user.userId),
  }),
];
