import { capacityView } from '../../core/capacity/index.ts';
import { type Route, route } from '../route.ts';

export const CAPACITY_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/server/capacity',
    sample: 'never',
    summary: 'Load, limits and growth of this server, for its owner',
    description:
      'Rows and symbols are estimates of the database. Times are those of finished runs. A figure that is not known is null, with its reason.',
    tag: 'Server',
    response: capacityView,
    problems: { 403: ['OWNER_ONLY'] },
    handler: async ({ core, user }) => await core.capacity.read(user.userId),
  }),
];
