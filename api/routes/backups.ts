import { backupsView } from '../../core/backups/index.ts';
import { type Route, route } from '../route.ts';

export const BACKUP_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/backups',
    sample: 'never',
    summary: 'The backups of this installation, for its owner',
    description:
      'When the daily backup is made, the newest one there is, and whether one is missing. A backup holds everybody’s data, so none can be read over HTTP.',
    tag: 'Server',
    response: backupsView,
    problems: { 403: ['OWNER_ONLY'] },
    handler: async ({ core, user }) => await core.backups.overview(user.userId),
  }),
];
