import { istDate } from '../../core/platform/index.ts';
import { openingsInput, openingsView, recordedOpeningsView } from '../../core/portfolio/index.ts';
import { Reply, type Route, route } from '../route.ts';

const BASE = '/api/portfolio/openings';

export const OPENING_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Positions that were sold or are held without a purchase, with the opening that explains each',
    description:
      '`quantity` is the smallest number of units that explains the position, and `latest_date` the last day on which they must have been there.',
    tag: 'Portfolio',
    response: openingsView,
    handler: async ({ core, user }) => await core.portfolio.openings.list(user.userId),
  }),
  route({
    method: 'GET',
    path: `${BASE}.csv`,
    summary: 'The suggested opening positions as a CSV file, to fill in and upload',
    description:
      'Leave `Cost_Per_Unit` empty when the cost is not known; a row without a quantity is skipped.',
    tag: 'Portfolio',
    response: 'text/csv',
    handler: async ({ core, user }) =>
      new Reply(await core.portfolio.openings.csv(user.userId), {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="munim-openings-${istDate(core.clock.now())}.csv"`,
      }),
  }),
  route({
    method: 'POST',
    path: BASE,
    summary: 'Record opening positions',
    description:
      'With a price an opening is an ordinary BUY, without one a TRANSFER_IN whose cost is not known. All rows are recorded together, and each is answered: one that stands already changes nothing, one that cannot be recorded has its reason. Delete the transaction to take an opening back.',
    tag: 'Portfolio',
    body: openingsInput,
    bodyLimit: 1024 * 1024,
    response: recordedOpeningsView,
    handler: async ({ core, user, body, actor }) =>
      await core.portfolio.openings.record(user.userId, body, actor),
  }),
];
