import * as yup from 'yup';
import { ASSET_CLASSES } from '../../market/instruments/index.ts';
import { mapOf } from '../../platform/schema/index.ts';
import { IMPORT_TYPES } from './rows/index.ts';

const portfolioName = yup.string().max(80);
const dateOrder = yup.string().oneOf(['dmy', 'mdy'] as const);
const currency = yup
  .string()
  .trim()
  .uppercase()
  .matches(/^[A-Z]{3}$/, 'currency must be an ISO code of three letters, such as INR or USD.');
const assetClass = yup.string().oneOf(ASSET_CLASSES);

/** The fields beside the file of an upload. */
export const uploadInput = yup
  .object({
    type: yup
      .string()
      .oneOf(['auto', ...IMPORT_TYPES] as const)
      .optional(),
    /** Where rows go that name none. */
    portfolio: portfolioName.optional(),
    default_asset_class: assetClass.optional(),
    /** Opens a protected PDF. It is used once and kept nowhere. */
    password: yup.string().max(128).optional(),
    /** For rows without one, where the file does not say it. */
    currency: currency.optional(),
    /** How the file writes 05/03/2024, where its rows do not prove it. */
    date_order: dateOrder.optional(),
  })
  .noUnknown();
export type UploadInput = yup.InferType<typeof uploadInput>;

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
  .mixed<string | number>()
  .test('cell', '', (value) => value === null || typeof value === 'string' || typeof value === 'number')
  .nullable()
  .defined();
/** What takes the place of a row's fields; null clears one. */
const overrides = mapOf<string, typeof cell>(cell, {}).required();

/** What takes the place of the fields of one row. */
export const mendedFields = overrides;

export const commitInput = yup
  .object({
    import_id: yup.string().max(40).required('import_id is required: it is in the answer to the upload.'),
    /** Rows by their number in the file; all where left out. */
    rows: rows.optional(),
    /** By the row's number in the file. */
    row_overrides: mapOf<string, typeof overrides>(overrides, {
      type: 'object',
      additionalProperties: { type: ['string', 'number', 'null'] },
    }).optional(),
    mode: yup
      .string()
      .oneOf(['merge', 'replace'] as const)
      .optional(),
    portfolio: portfolioName.nullable().optional(),
    /** Answers to the questions of the upload; they are remembered for files of the same shape. */
    default_asset_class: assetClass.nullable().optional(),
    currency: currency.nullable().optional(),
    date_order: dateOrder.nullable().optional(),
  })
  .noUnknown();
export type CommitInput = yup.InferType<typeof commitInput>;

export const exportQuery = yup
  .object({
    type: yup.string().oneOf(IMPORT_TYPES).required('type is required: holdings or transactions.'),
    portfolio: portfolioName.optional(),
  })
  .noUnknown();
export type ExportQuery = yup.InferType<typeof exportQuery>;

/** A file to try the import with; transactions where nothing is said. */
export const sampleQuery = yup.object({ type: yup.string().oneOf(IMPORT_TYPES).optional() }).noUnknown();
