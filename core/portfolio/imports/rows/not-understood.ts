import { shown } from './row-cells.ts';
import type { RawFields, RawRow } from './rows.ts';

/**
 * A row whose kind is in no table of its format. It waits with the file's own word until a person enters what it is: filed as
 * cash or as a share it would be lost.
 */
export function notUnderstood(
  word: string,
  fields: RawFields<'transactions'> = {},
): RawRow<'transactions'> & Required<Pick<RawRow, 'undecided'>> {
  const own = Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''));
  return {
    fields: { ...own, ...(word === '' ? {} : { type: word.slice(0, 200) }) },
    undecided: { field: 'type', message: unknownKind(word) },
  };
}

/** The reason of such a row. */
export function unknownKind(word: string): string {
  const said = word === '' ? 'the file leaves it blank' : `the file says ${shown(word)}`;
  return `is not known: ${said}. Enter BUY, SELL, DIVIDEND or SPLIT, or leave the row out.`;
}
