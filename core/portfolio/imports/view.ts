import * as yup from 'yup';
import {
  flag,
  instant,
  listOf,
  mapOf,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { IMPORT_TYPES } from './rows/index.ts';

/** One problem of one row, by its number in the file. */
const issueView = view({ row: whole, field: text, message: text });
/** A cell of the preview: a number of a valid row, else the text of the file. */
const previewCell = yup.mixed<string | number>().nullable().defined();

export const importResultFields = {
  /** Rows of the file that are now recorded because of this import. */
  imported: whole,
  /** Chosen rows that changed nothing: recorded before, named twice in the file, or not valid. */
  skipped: whole,
  /** Rows of the portfolio that replace mode deleted first. */
  replaced: whole,
  /** Problems of the chosen rows in all; `issues` lists `issues_listed` of them, those of the first 10,000 invalid rows. */
  issue_count: whole,
  issues_listed: whole,
  issues: listOf(issueView),
  skipped_reasons: view({ already_recorded: whole, repeated_in_file: whole, not_valid: whole }),
  symbols: whole,
  /** Symbols of these that were sold without a known purchase: they lack an opening position. */
  unmatched_symbols: listOf(text),
};
const importResultView = view(importResultFields);
export type ImportResult = ViewOf<typeof importResultView>;

/** Something that the file does not prove, how many rows wait for it, and the answer that counts unless another is given. */
const questionView = view({
  field: oneOf('currency', 'default_asset_class', 'date_order'),
  rows: whole,
  likely: text,
});
export type FileQuestion = ViewOf<typeof questionView>;

/** The file's own amounts and totals beside what was read. */
const proofView = view({
  /** Rows whose amount the file states, and those of them that come to another; the first 1,000 are listed. */
  amounts_compared: whole,
  amounts_differing: whole,
  differing_rows: listOf(view({ row: whole, stated: text, read: text })),
  /** Totals and closing balances that the file names; those that differ come first. */
  totals: listOf(view({ what: text, stated: text, read: text, agrees: flag, reason: textOrNull })),
});

/** Realised gains of a broker's report beside ours, share by share; money as exact text in the report's currency. */
const realisedView = view({
  /** The portfolio they are compared with; null where none has a trade of these shares. */
  portfolio: textOrNull,
  from: textOrNull,
  to: textOrNull,
  compared: whole,
  differing: whole,
  /** The first 500, those that differ before the others. */
  shares: listOf(
    view({
      symbol: text,
      isin: textOrNull,
      quantity: view({ report: text, own: text }),
      /** Ours is null where the cost of some units is not known. */
      profit: view({ report: text, own: textOrNull }),
      difference: textOrNull,
      agrees: flag,
      reasons: listOf(view({ code: text, amount: textOrNull, message: text })),
    }),
  ),
});

export const importPreviewView = view({
  import_id: text,
  type: oneOf(...IMPORT_TYPES),
  detected_format: text,
  /** What people call such a file: "Groww stock orders". */
  format_title: text,
  file_name: textOrNull,
  total_rows: whole,
  valid_rows: whole,
  /** The header by our field. */
  mapping: mapOf<string, typeof text>(text, { type: 'string' }).required(),
  unmapped_columns: listOf(text),
  /** The portfolio rows go into unless they or the commit say otherwise. */
  portfolio: text,
  /** Set where that is so because a connection fills it with the same trades, or holds what the file comes to. */
  recognised: view({ portfolio: text, executions: whole, holdings: whole }).nullable().defined(),
  preview: listOf(mapOf<string, typeof previewCell>(previewCell, {}).required()),
  /** Rows with a problem, in the whole file. */
  invalid_rows: whole,
  /** Problems in the whole file; `issue_rows` lists `issues_listed` of them, those of the first 10,000 invalid rows. */
  issue_count: whole,
  issues_listed: whole,
  issue_rows: listOf(issueView),
  /** The first 10,000 rows that are excluded on purpose, of `excluded_count`. */
  excluded_rows: listOf(view({ row: whole, reason: text })),
  excluded_count: whole,
  /** The most frequent reasons, at most 100, each with its rows in the whole file. */
  excluded_reasons: listOf(view({ reason: text, rows: whole })),
  /** Asked once per file; answers go with the commit and are remembered for the next file of this shape. */
  questions: listOf(questionView),
  proof: proofView,
  /** Of reports of realised gains, which bring no transactions; null for other files. */
  realised: realisedView.nullable().defined(),
  /** What else there is to know of the file, in sentences. */
  notes: listOf(text),
  expires_at: instant,
  committed: importResultView.nullable().defined(),
});
export type ImportPreview = ViewOf<typeof importPreviewView>;
