import * as yup from 'yup';
import { dateOrNull, flag, listOf, oneOf, text, view, type ViewOf, whole } from '../platform/schema/index.ts';
import { INDEX_NAMES } from '../market/instruments/index.ts';

/** Largest file of market data that an upload takes. */
export const LARGEST_MARKET_FILE = 64 * 1024 * 1024;

/** Facts that a file lacks. */
export const marketFileForm = yup
  .object({
    /** Of a file without symbols: a symbol, an ISIN, or an index such as NIFTY50. */
    symbol: yup.string().trim().max(64).optional(),
    /** Of an index list: the index and the day of the list. */
    index: yup.string().trim().uppercase().oneOf(INDEX_NAMES).optional(),
    as_of: yup
      .string()
      .trim()
      .matches(/^\d{4}-\d{2}-\d{2}$/, 'Enter a date like 2024-03-31.')
      .optional(),
  })
  .noUnknown();
export type MarketFileForm = yup.InferType<typeof marketFileForm>;

export const marketFileQuery = yup
  .object({
    preview: yup
      .string()
      .oneOf(['true', 'false'] as const)
      .optional(),
  })
  .noUnknown()
  .required();

/** A file of market data: what it holds, and what became of it. */
export const marketFileView = view({
  file: text,
  kind: oneOf('prices', 'corporate actions', 'list'),
  /** The usual name of such a file: "bhavcopy", "index list". */
  title: text,
  /** False for a preview: nothing is stored. */
  is_imported: flag,
  /** Rows that could be read: closes, announcements, or instruments. */
  rows: whole,
  /** Symbols among them. 0 for lists. */
  symbols: whole,
  /** First and last day of the closes; null for other files. */
  from: dateOrNull,
  to: dateOrNull,
  /** Rows of symbols that neither a portfolio nor the registry has: left out. */
  excluded_rows: whole,
  /** The first 20 of these symbols, those with most rows first. */
  excluded: listOf(view({ symbol: text, rows: whole })),
  excluded_symbols: whole,
  /** The first 20 rows that cannot be read, and how many there are. */
  issues: listOf(view({ line: whole, message: text })),
  issue_count: whole,
  /** Of an import: rows that are new, rows that replaced others, closes refused by price validation, closes that differ from stored ones. */
  added: whole,
  changed: whole,
  rejected: whole,
  conflicts: whole,
  /** Symbols of people's books that the registry gains. */
  registered: whole,
});
export type MarketFile = ViewOf<typeof marketFileView>;
