import { pageOf } from '../../core/platform/schema/index.ts';
import { mendedRowView, mendInput, undecidedQuery, undecidedRowView } from '../../core/portfolio/index.ts';
import { csvReply } from '../csv-reply.ts';
import { type Route, route } from '../route.ts';

const tag = 'CSV';
const path = '/api/portfolio/csv/imports/:id/undecided';

/** Rows of an import that could not be read: they stay with it until somebody corrects or dismisses them. */
export const UNDECIDED_ROW_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path,
    summary: 'Rows of an import that could not be read, in the order of the file, with what is wrong',
    tag,
    params: { id: 'IMPORT' },
    query: undecidedQuery,
    response: pageOf(undecidedRowView),
    handler: async ({ core, user, params, query }) =>
      await core.portfolio.imports.undecided.list(user.userId, params.id, query),
  }),
  route({
    method: 'GET',
    path: `${path}.csv`,
    summary: 'The same rows as CSV, with their reasons; correct it and import it',
    tag,
    params: { id: 'IMPORT' },
    response: 'text/csv',
    handler: async ({ core, user, params }) =>
      csvReply(
        await core.portfolio.imports.undecided.csv(user.userId, params.id),
        `munim-import-${params.id}-undecided.csv`,
      ),
  }),
  route({
    method: 'PUT',
    path: `${path}/:row`,
    summary: 'Correct a row and import it',
    description:
      'fields replaces cells of the row, with ISO dates and a dot for decimals. A row that is still wrong stays, and the response says what is wrong.',
    tag,
    params: { id: 'IMPORT', row: 'ROW' },
    body: mendInput,
    response: mendedRowView,
    problems: { 409: ['IMPORT_UNDONE'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.portfolio.imports.undecided.mend(user.userId, params.id, Number(params.row), body, actor),
  }),
  route({
    method: 'DELETE',
    path: `${path}/:row`,
    summary: 'Dismiss a row: it is left out for good',
    tag,
    params: { id: 'IMPORT', row: 'ROW' },
    response: null,
    problems: { 409: ['IMPORT_UNDONE'] },
    handler: async ({ core, user, params, actor }) =>
      await core.portfolio.imports.undecided.dismiss(user.userId, params.id, Number(params.row), actor),
  }),
];
