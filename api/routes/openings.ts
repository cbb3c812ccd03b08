import { istDate } from '../../core/platform/index.ts';
import { openingsInput, openingsView, recordedOpeningsView } from '../../core/portfolio/index.ts';
import { Reply, type Route, route } from '../route.ts';

const BASE = '/api/portfolio/openings';

export const OPENING_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Suggested opening positions for units sold or held without a purchase',
    description:
      '`quantity` is the smallest number of units that explains the position, and `latest_date` the latest date they must have been held.',
    tag: 'Portfolio',
    response: openingsView,
    handler: async ({ core, user }) => await core.portfolio.openings.list(user.userId),
  }),
  route({
    method: 'GET',
    path: `${BASE}.csv`,
    summary: 'The suggested opening positions as a CSV file, to fill in and upload',
    description: 'Leave `Cost_Per_Unit` empty if the cost is unknown; rows without a quantity are skipped.',
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
      'With a price, an opening is an ordinary BUY; without one, a TRANSFER_IN of unknown cost. All rows are recorded together, with a result for each: existing ones change nothing, and rejected ones have a reason. To undo an opening, delete its transaction.',
    tag: 'Portfolio',
    body: openingsInput,
    bodyLimit: 1024 * 1024,
    response: recordedOpeningsView,
    handler: async ({ core, user, body, actor }) =>
      await core.portfolio.openings.record(user.userId, body, actor),
  }),
];
