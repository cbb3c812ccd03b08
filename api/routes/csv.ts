import { Readable } from 'node:stream';
import * as yup from 'yup';
import type { SettledImport } from '../../core/portfolio/corporate-actions/index.ts';
import { isConflict, istDate } from '../../core/platform/index.ts';
import { type CommitRequest, type ImportPreview, type ImportResult } from '../../core/portfolio/index.ts';
import { formRequest } from '../idempotency.ts';
import { Reply, type Route, route } from '../route.ts';
import { readUpload } from '../upload.ts';
import { sampleCsv } from './sample.ts';
import {
  anything,
  exactly,
  instant,
  listOf,
  mapOf,
  oneOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from './schemas.ts';
import { ASSET_CLASSES } from '../../core/market/instruments/index.ts';

const BASE = '/api/portfolio/csv';
/** Largest file the upload takes. */
export const LARGEST_CSV = 64 * 1024 * 1024;

const portfolioName = yup.string().max(80);
const assetClass = yup.string().oneOf(ASSET_CLASSES);
const issues = listOf(exactly({ row: whole, field: text, message: text }));

const counts = {
  imported: whole,
  skipped: whole,
  replaced: whole,
  issue_count: whole,
  issues_listed: whole,
  issues,
  skipped_reasons: exactly({ already_recorded: whole, repeated_in_file: whole, not_valid: whole }),
  symbols: whole,
  unmatched_symbols: listOf(text),
};
const result = viewOf<ImportResult>()(counts);
const settled = viewOf<SettledImport>()({
  ...counts,
  corporate_actions: exactly({ applied: whole, open: whole }).nullable().defined(),
});

const preview = viewOf<ImportPreview>()({
  import_id: text,
  type: oneOf('holdings', 'transactions'),
  detected_format: text,
  format_title: text,
  file_name: textOrNull,
  total_rows: whole,
  valid_rows: whole,
  mapping: mapOf(text, { type: 'string' }).required(),
  unmapped_columns: listOf(text),
  portfolio: text,
  recognised: yup
    .object({ portfolio: text, executions: whole, holdings: whole })
    .noUnknown()
    .nullable()
    .defined(),
  preview: listOf(mapOf(anything, {}).required()),
  invalid_rows: whole,
  issue_count: whole,
  issues_listed: whole,
  issue_rows: issues,
  excluded_rows: listOf(exactly({ row: whole, reason: text })),
  excluded_count: whole,
  excluded_reasons: listOf(exactly({ reason: text, rows: whole })),
  expires_at: instant,
  committed: result.nullable().defined(),
});

const uploadForm = yup
  .object({
    type: yup
      .string()
      .oneOf(['auto', 'holdings', 'transactions'] as const)
      .optional(),
    portfolio: portfolioName.optional(),
    default_asset_class: assetClass.optional(),
  })
  .noUnknown();

const rows = yup
  .mixed<'all' | number[]>()
  .test(
    'rows',
    'rows must be "all" or a list of row numbers as in the file.',
    (value) =>
      value === undefined ||
      value === 'all' ||
      (Array.isArray(value) && value.every((row) => Number.isSafeInteger(row) && row > 0)),
  )
  .meta({
    json: {
      oneOf: [
        { type: 'string', enum: ['all'] },
        { type: 'array', items: { type: 'integer', minimum: 1 } },
      ],
      default: 'all',
    },
  } as never);

const cell = yup
  .mixed()
  .test('cell', '', (value) => value === null || typeof value === 'string' || typeof value === 'number')
  .nullable();
const overrides = mapOf(mapOf(cell, {}), {
  type: 'object',
  additionalProperties: { type: ['string', 'number', 'null'] },
});

const commitBody = yup
  .object({
    import_id: yup.string().max(40).required('import_id is required: it is in the answer to the upload.'),
    rows: rows.optional(),
    row_overrides: overrides.optional(),
    mode: yup
      .string()
      .oneOf(['merge', 'replace'] as const)
      .optional(),
    portfolio: portfolioName.nullable().optional(),
    default_asset_class: assetClass.nullable().optional(),
  })
  .noUnknown();

const file = (content: Reply['body'], name: string) =>
  new Reply(content, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  });

export const CSV_ROUTES: readonly Route[] = [
  route({
    method: 'POST',
    path: `${BASE}/upload`,
    summary: 'Upload a CSV file or a Flex statement and preview it',
    description:
      'Nothing is recorded until you commit. A staged import expires after 24 hours. Rows are numbered as in the file, with the header as row 1; rows of a Flex statement (XML) are numbered from 1. invalid_rows, issue_count and excluded_count cover the whole file; issue_rows and excluded_rows list the first 10,000 rows each, and issues_listed is the number of listed problems.',
    tag: 'CSV',
    form: uploadForm,
    response: preview,
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
        'FLEX_MALFORMED',
        'FLEX_NO_STATEMENT',
      ],
    },
    handler: async ({ core, user, actor, ctx }) => {
      const { imports } = core.portfolio;
      const forget = async ({ staged }: { staged: { import_id: string } }) =>
        await imports.discard(user.userId, staged.import_id);
      const read = await readUpload(ctx, {
        form: uploadForm,
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
    body: commitBody,
    response: settled,
    problems: { 404: ['IMPORT_NOT_FOUND'], 409: ['IMPORT_EXPIRED'] },
    handler: async ({ core, user, body, actor }) =>
      await core.portfolio.imports.commit(user.userId, body as unknown as CommitRequest, actor),
  }),
  route({
    method: 'GET',
    path: `${BASE}/imports/:id`,
    summary: 'A staged import, with its result once committed',
    tag: 'CSV',
    params: { id: 'IMPORT' },
    response: preview,
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
    query: yup
      .object({
        type: yup
          .string()
          .oneOf(['holdings', 'transactions'] as const)
          .required('type is required: holdings or transactions.'),
        portfolio: portfolioName.optional(),
      })
      .noUnknown(),
    response: 'text/csv',
    problems: { 404: ['PORTFOLIO_NOT_FOUND'] },
    handler: async ({ core, user, query: { type, portfolio } }) => {
      const pieces = await core.portfolio.exports.csv(user.userId, type, portfolio ?? null);
      return file(
        Readable.from(pieces, { objectMode: false }),
        `munim-${type}-${istDate(core.clock.now())}.csv`,
      );
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/sample`,
    summary: 'A sample file for the import: trades, or holdings with prices',
    tag: 'CSV',
    query: yup
      .object({
        type: yup
          .string()
          .oneOf(['holdings', 'transactions'] as const)
          .optional(),
      })
      .noUnknown(),
    response: 'text/csv',
    handler: async ({ query: { type = 'transactions' } }) =>
      file(sampleCsv(type), `munim-sample-${type}.csv`),
  }),
];
