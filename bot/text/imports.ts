import type { FormattedString } from '@grammyjs/parse-mode';
import type { FinishedImport, ImportUndo, UndecidedRowView } from '../../core/portfolio/index.ts';
import { bold, lines } from './lines.ts';
import { count, quantity } from './numbers.ts';
import { dayOf } from './times.ts';

const HOLDINGS_SHOWN = 8;

const nameOf = ({ file_name }: { file_name: string | null }): string => file_name ?? 'A file';

/** `1. tradebook.csv · 5 Jan 2024 · 1,409 rows into Zerodha` */
function importLine(one: FinishedImport, nth: number): string {
  const where = one.portfolios.length === 0 ? '' : ` into ${one.portfolios.join(', ')}`;
  const what =
    one.status === 'UNDONE'
      ? 'undone'
      : one.imported === 0
        ? 'nothing new'
        : `${count(one.imported, 'row')}${where}`;
  const left = one.undecided === 0 ? '' : ` · ${count(one.undecided, 'row')} to correct`;
  return `${nth}. ${nameOf(one)} · ${dayOf(one.committed_at)} · ${what}${left}`;
}

export function importsText(
  items: readonly FinishedImport[],
  { from, total }: { from: number; total: number },
): FormattedString {
  if (total === 0)
    return lines(
      bold('No imports yet'),
      'Drop what your broker exports here: CSV, Excel, or a PDF statement.',
    );
  return lines(
    bold('Imports'),
    ...items.map((one, at) => importLine(one, from + at + 1)),
    total > items.length ? `${from + 1} to ${from + items.length} of ${total}` : null,
  );
}

/** The first rows that wait to be corrected, with what is wrong. */
export function undecidedRowsText(items: readonly UndecidedRowView[], total: number): FormattedString {
  if (total === 0) return lines(bold('No row is left to correct'));
  const more = total - items.length;
  return lines(
    bold(`${count(total, 'row')} to correct`),
    ...items.map(
      ({ row, issues }) =>
        `Row ${row}: ${issues.map(({ field, message }) => (field === 'row' ? message : `${field} ${message}`)).join(' ')}`,
    ),
    more > 0 ? `and ${more.toLocaleString('en-IN')} more` : null,
    '',
    'Correct them on the Import page of the dashboard. Or correct the file below and send it back.',
  );
}

/** What undoing an import would do, or why it cannot be undone. */
export function undoImportText(undo: ImportUndo): FormattedString {
  const what = undo.type === 'transactions' ? 'transaction' : 'holding';
  const head = bold(`Undo the import of ${nameOf(undo)}?`);
  if (!undo.can_undo)
    return lines(bold(`${nameOf(undo)} cannot be undone`), ...undo.blocked.map(({ message }) => message));
  const shown = undo.holdings
    .slice(0, HOLDINGS_SHOWN)
    .map(
      ({ symbol, quantity_now, quantity_then }) =>
        `${symbol}: ${quantity_now === null ? 'none' : quantity(quantity_now)} → ${quantity_then === null ? 'none' : quantity(quantity_then)}`,
    );
  const more = undo.holdings_count - shown.length;
  return lines(
    head,
    `${count(undo.removes, what)} from ${dayOf(undo.committed_at)} will be removed${undo.edited > 0 ? `, ${undo.edited} of them edited since` : ''}.`,
    undo.restores > 0 ? `${count(undo.restores, `replaced ${what}`)} will come back.` : null,
    ...(shown.length > 0 ? ['', 'Holdings', ...shown] : []),
    more > 0 ? `and ${more.toLocaleString('en-IN')} more` : null,
    '',
    'You can import the file again at any time.',
  );
}
