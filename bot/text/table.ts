import { FormattedString } from '@grammyjs/parse-mode';

export interface Column {
  title: string;
  /** Numbers stand to the right. */
  align?: 'left' | 'right';
  /** Longer cells are cut and end in an ellipsis. */
  max?: number;
}

const cut = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, Math.max(1, max - 1))}…`;

/**
 * Columns under their titles as one `pre`: one entity however long the table is, and a fixed pitch on every client.
 * Rows shorter than the columns are filled with blanks.
 */
export function table(columns: Column[], rows: string[][]): FormattedString {
  const cells = rows.map((row) =>
    columns.map((column, index) => cut(oneLine(row[index] ?? ''), column.max ?? 40)),
  );
  const widths = columns.map((column, index) =>
    Math.max(column.title.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return columns[index]?.align === 'right' ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return FormattedString.pre(
    [line(columns.map((column) => column.title)), ...cells.map(line)].join('\n'),
    'text',
  );
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
