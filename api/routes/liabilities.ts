import { liabilityInput, liabilityRecord, liabilityView } from '../../core/liabilities/index.ts';
import { pageOf } from '../../core/platform/schema/index.ts';
import { type Route, route } from '../route.ts';
import { paged, paging } from './paging.ts';
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
      list: 'All liabilities, the largest of each currency first',
      create: 'Enter a loan, mortgage, card or other debt',
      get: 'One liability',
      update: 'Change the given fields of a liability; a changed balance is kept with its time',
      remove: 'Delete a liability with its history; one that is paid off gets the balance 0 instead',
    },
  }),
  route({
    method: 'GET',
    path: `${path}/:id/history`,
    summary: 'What was owed since when, oldest first; nothing is known of the time before the entry',
    tag,
    params: { id: 'LIABILITY' },
    query: paging,
    response: pageOf(liabilityRecord),
    handler: async ({ core, user, params, query }) =>
      paged(await core.liabilities.history(user.userId, params.id), query),
  }),
];
