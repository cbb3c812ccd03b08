import * as yup from 'yup';
import { pageQuery } from '../../../platform/index.ts';
import {
  listOf,
  mapOf,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../../platform/schema/index.ts';
import { mendedFields } from '../inputs.ts';

/** A row of an import that could not be read: what the file has in it, by our field, and what is wrong. */
export const undecidedRowView = view({
  row: whole,
  /** Where it stands, for files whose rows have no number that a person sees. */
  where: textOrNull,
  fields: mapOf<string, typeof text>(text, { type: 'string' }).required(),
  issues: listOf(view({ field: text, message: text })),
});
export type UndecidedRowView = ViewOf<typeof undecidedRowView>;

export const undecidedQuery = yup.object({ ...pageQuery }).noUnknown();
export type UndecidedQuery = yup.InferType<typeof undecidedQuery>;

/** What takes the place of some of the row's fields, in ISO dates and with a dot for decimals. */
export const mendInput = yup.object({ fields: mendedFields }).noUnknown();
export const mendedRowView = view({
  import_id: text,
  row: whole,
  /** IMPORTED: it is recorded now. ALREADY_RECORDED: the same was there before. */
  outcome: oneOf('IMPORTED', 'ALREADY_RECORDED'),
  /** Rows of this import that still wait. */
  undecided: whole,
});
export type MendedRow = ViewOf<typeof mendedRowView>;
