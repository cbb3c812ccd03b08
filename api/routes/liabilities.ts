import { liabilityInput, liabilityRecord, liabilityView } from '../../core/liabilities/index.ts';
import { pageOf } from '../../core/platform/schema/index.ts';
import { type Route, route } from '../route.ts';
import { paging } from './paging.ts';
import { resource } from './resource.ts';

const path = '/api/portfolio/liabilities';
const tag = 'Liabilities';

/** What a person owes. */
export const LIABILITY_ROUTES: readonly Route[] = [
  ...resource({
    path,
    tag,
    noun: 'LIABILITY',
    view: liabilityView,
    input: liabilityInput,
    service: ({ liabilities }) => liabilities,
    routes: {
      list: 'All liabilities, largest of each currency first',
      create: 'Add a loan, mortgage, card or other liability',
      get: 'One liability',
      update: 'Change the given fields of a liability; balance changes are recorded with their time',
      remove: 'Delete a liability with its history; if it is paid off, set its balance to 0 instead',
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:id/history`,
    summary: 'Balance history of a liability from its first entry, oldest first',
    tag,
    params: { id: 'LIABILITY' },
    query: paging,
    response: pageOf(liabilityRecord),
    handler: async ({ core, user, params, query }) =>
      await core.liabilities.history(user.userId, params.id, query),
  }),
];
