import { isConflict, istDate } from '../../core/platform/index.ts';
import { settledImportView } from '../../core/portfolio/corporate-actions/index.ts';
import {
  commitInput,
  exportQuery,
  finishedImportsQuery,
  finishedImportView,
  importPreviewView,
  importUndoInput,
  importUndoneView,
  importUndoView,
  sampleQuery,
  uploadInput,
} from '../../core/portfolio/index.ts';
import { pageOf } from '../../core/platform/schema/index.ts';
import { csvReply } from '../csv-reply.ts';
import { formRequest } from '../idempotency.ts';
import { type Route, route } from '../route.ts';
import { readUpload } from '../upload.ts';
import { sampleCsv } from './sample.ts';

const BASE = '/api/portfolio/csv';
/** Largest file the upload takes. */
export const LARGEST_CSV = 64 * 1024 * 1024;

export const CSV_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: `${BASE}/upload`,
    summary: 'Upload a file of a broker, a registrar or another tracker and preview it',
    description:
      'CSV, Excel (.xlsx), PDF statements, OFX, JSON or XML. Nothing is recorded until you commit. A staged import expires after 24 hours. Rows are numbered as in the file, with the header as row 1; rows of a Flex statement (XML) are numbered from 1. invalid_rows, issue_count and excluded_count cover the whole file; issue_rows and excluded_rows list the first 10,000 rows each, and issues_listed is the number of listed problems.',
    tag: 'CSV',
    form: uploadInput,
    response: importPreviewView,
    problems: {
      413: ['CSV_TOO_LARGE'],
      422: [
        'CSV_EMPTY',
        'CSV_IS_EXCEL',
        'CSV_IS_ARCHIVE',
        'CSV_IS_PDF',
        'CSV_IS_HTML',
        'CSV_IS_XML',
        'CSV_IS_JSON',
        'CSV_BINARY',
        'CSV_ENCODING',
        'CSV_NO_HEADER',
        'CSV_NO_ROWS',
        'CSV_UNKNOWN_COLUMNS',
        'CSV_WRONG_TYPE',
        'CSV_TOO_MANY_COLUMNS',
        'CSV_TOO_MANY_ROWS',
        'CSV_FIELD_TOO_LONG',
        'CSV_UNCLOSED_QUOTE',
        'MARKET_DATA_FILE',
        'FLEX_MALFORMED',
        'FLEX_NO_STATEMENT',
        'STATEMENT_REFUSED',
        'PDF_PASSWORD_NEEDED',
        'PDF_WRONG_PASSWORD',
        'PDF_UNREADABLE',
        'PDF_IS_PICTURE',
        'PDF_TOO_LARGE',
        'PDF_UNKNOWN',
      ],
    },
    handler: async ({ core, user, actor, ctx }) => {
      const { imports } = core.portfolio;
      const forget = async ({ staged }: { staged: { import_id: string } }) =>
        await imports.discard(user.userId, staged.import_id);
      const read = await readUpload(ctx, {
        form: uploadInput,
        largest: LARGEST_CSV,
        consume: async (file, fields) => ({
          staged: await imports.stage(user.userId, file.stream, { ...fields, file_name: file.name }),
          request: formRequest(actor, file, fields),
        }),
        takeBack: forget,
      });
      // Nothing counts yet: what a repeat or a mistaken key has staged once more is forgotten.
      try {
        const first = await core.receipts.inTransaction(user.userId, read.request, async () => read.staged);
        if (first.import_id !== read.staged.import_id) await forget(read);
        return first;
      } catch (error) {
        if (isConflict(error)) await forget(read);
        throw error;
      }
    },
  }),
  route({
    method: 'POST',
    path: `${BASE}/commit`,
    summary: 'Commit the chosen rows of a staged import',
    description:
      'Committing the same import again returns the first result. Replacing needs a portfolio. skipped and issue_count cover all chosen rows; issues lists the problems of the first 10,000 invalid rows.',
    tag: 'CSV',
    bodyLimit: 2 * 1024 * 1024,
    body: commitInput,
    response: settledImportView,
    problems: { 404: ['IMPORT_NOT_FOUND'], 409: ['IMPORT_EXPIRED'] },
    handler: async ({ core, user, body, actor }) =>
      await core.portfolio.imports.commit(user.userId, body, actor),
  }),
  route({
    method: 'GET',
    path: `${BASE}/imports`,
    summary: 'Finished imports, newest first, with how many rows of each remain',
    description: 'List the rows of one with GET /api/portfolio/transactions?import_id=….',
    tag: 'CSV',
    query: finishedImportsQuery,
    response: pageOf(finishedImportView),
    handler: async ({ core, user, query }) => await core.portfolio.imports.list(user.userId, query),
  }),
  route({
    method: 'GET',
    path: `${BASE}/imports/:id/undo`,
    summary: 'What undoing an import would remove and bring back, and why it cannot be undone',
    description: 'Nothing changes. Confirm with the digest of the answer.',
    tag: 'CSV',
    params: { id: 'IMPORT' },
    response: importUndoView,
    problems: { 409: ['IMPORT_UNDONE'] },
    handler: async ({ core, user, params }) =>
      await core.portfolio.imports.undoPreview(user.userId, params.id),
  }),
  route({
    method: 'POST',
    path: `${BASE}/imports/:id/undo`,
    summary: 'Undo an import: remove its rows and bring back those it replaced',
    description: 'All of it or nothing. The file can be imported again.',
    tag: 'CSV',
    params: { id: 'IMPORT' },
    body: importUndoInput,
    response: importUndoneView,
    problems: { 409: ['IMPORT_UNDONE', 'IMPORT_NOT_UNDOABLE', 'IMPORT_UNDO_CHANGED'] },
    handler: async ({ core, user, params, body, actor }) =>
      await core.portfolio.imports.undo(user.userId, params.id, body, actor),
  }),
  route({
    method: 'GET',
    path: `${BASE}/imports/:id`,
    summary: 'A staged import, with its result once committed',
    tag: 'CSV',
    params: { id: 'IMPORT' },
    response: importPreviewView,
    problems: { 409: ['IMPORT_EXPIRED'] },
    handler: async ({ core, user, params }) => await core.portfolio.imports.get(user.userId, params.id),
  }),
  route({
    method: 'DELETE',
    path: `${BASE}/imports/:id`,
    summary: 'Delete a staged import',
    tag: 'CSV',
    params: { id: 'IMPORT' },
    response: null,
    handler: async ({ core, user, params }) => await core.portfolio.imports.discard(user.userId, params.id),
  }),
  route({
    method: 'GET',
    path: BASE,
    summary: 'Export as CSV; importing it again restores everything',
    tag: 'CSV',
    query: exportQuery,
    response: 'text/csv',
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query }) => {
      const pieces = await core.portfolio.exports.csv(user.userId, query);
      return csvReply(pieces, `munim-${query.type}-${istDate(core.clock.now())}.csv`);
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/sample`,
    summary: 'A sample file for the import: trades, or holdings with prices',
    tag: 'CSV',
    query: sampleQuery,
    response: 'text/csv',
    handler: async ({ query: { type = 'transactions' } }) =>
      csvReply(sampleCsv(type), `munim-sample-${type}.csv`),
  }),
];
