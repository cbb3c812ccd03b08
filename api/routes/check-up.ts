import { checkUpView } from '../../core/doctor/index.ts';
import { comesThroughProxy } from '../address.ts';
import { type Route, route } from '../route.ts';

export const CHECK_UP_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/server/check-up',
    sample: 'never',
    summary: 'Looks at the server and what it leans on, for its owner',
    description:
      'Database, separation of people, disk, open files, clock, address, backups, Telegram and each outside source, as `npm run doctor` does. Each finding has a state and what to do. It takes four seconds at most and changes nothing.',
    tag: 'Server',
    response: checkUpView,
    problems: { 403: ['OWNER_ONLY'] },
    handler: async ({ core, user, ctx }) =>
      await core.doctor.read(user.userId, {
        isProxied: comesThroughProxy(ctx.req.headers),
        isSecure: ctx.secure,
      }),
  }),
];
