import * as yup from 'yup';
import { pageQuery } from '../../../platform/index.ts';
import {
  flag,
  instant,
  instantOrNull,
  listOf,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../../platform/schema/index.ts';
import { IMPORT_TYPES } from '../rows/index.ts';

/** A finished import, and what of it is left. */
export const finishedImportView = view({
  import_id: text,
  file_name: textOrNull,
  type: oneOf(...IMPORT_TYPES),
  /** What people call such a file: "Groww stock orders". */
  format_title: text,
  status: oneOf('COMMITTED', 'UNDONE'),
  committed_at: instant,
  undone_at: instantOrNull,
  /** Rows of the file that were recorded, passed over, and rows that were replaced by it. */
  imported: whole,
  skipped: whole,
  replaced: whole,
  /** Rows that could not be read and wait to be mended. */
  undecided: whole,
  /** Transactions of it that are still on record; 0 for holdings. */
  transactions: whole,
  portfolios: listOf(text),
});
export type FinishedImport = ViewOf<typeof finishedImportView>;

/** Why an import cannot be undone any more, each with what to do. */
const UNDO_BLOCKERS = [
  'SALES_REST_ON_IT',
  'OPENINGS_REST_ON_IT',
  'HOLDINGS_CHANGED',
  'REPLACED_ROWS_GONE',
  'NOTHING_LEFT',
] as const;

/** What undoing an import would do, worked out by doing it and taking it back. */
export const importUndoView = view({
  import_id: text,
  file_name: textOrNull,
  type: oneOf(...IMPORT_TYPES),
  committed_at: instant,
  /** Stands for what is shown; confirmed with the undo, which is refused where it would do something else by then. */
  digest: text,
  /** Transactions or holdings that would be removed, and of those how many were edited since. */
  removes: whole,
  edited: whole,
  /** Rows that this import had replaced and that would come back. */
  restores: whole,
  /** The holdings that would change, at most 200 of `holdings_count`; null where there is none then or now. */
  holdings: listOf(
    view({ portfolio: text, symbol: text, quantity_now: numberOrNull, quantity_then: numberOrNull }),
  ),
  holdings_count: whole,
  can_undo: flag,
  blocked: listOf(view({ code: oneOf(...UNDO_BLOCKERS), message: text })),
});
export type ImportUndo = ViewOf<typeof importUndoView>;

/** What an undo did. */
export const importUndoneView = view({
  import_id: text,
  removed: whole,
  restored: whole,
  undone_at: instant,
});
export type ImportUndone = ViewOf<typeof importUndoneView>;

/** The digest of what was shown. */
export const importUndoInput = yup.object({ digest: yup.string().trim().max(64).required() }).noUnknown();

export const finishedImportsQuery = yup.object({ ...pageQuery }).noUnknown();
export type FinishedImportsQuery = yup.InferType<typeof finishedImportsQuery>;
