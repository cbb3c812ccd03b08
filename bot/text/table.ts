import { FormattedString } from '@grammyjs/parse-mode';

/** How many letters of a fixed pitch a phone shows in one line. */
export const PHONE_WIDTH = 32;

/** A figure, and the same in short for where there is no room: never a part of it. */
export interface Figure {
  full: string;
  short: string;
}

/** What a cell says. */
export type Cell = string | Figure;

export interface Column {
  title: string;
  /** Over figures in short. */
  shortTitle?: string;
  /** Numbers stand to the right. */
  align?: 'left' | 'right';
  /** Longer words are cut and end in an ellipsis, and further where the table would be too wide; figures never are. */
  max?: number;
  /** Is never cut, as a date. */
  isWhole?: boolean;
  /** Goes where everything else has no room. */
  isOptional?: boolean;
}

/** Words are not cut shorter than this. */
const SHORTEST = 6;

const cut = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, Math.max(1, max - 1))}…`;

/** A way to write the table, each narrower than the one before. */
interface Layout {
  columns: readonly (Column & { index: number })[];
  /** Indexes of the columns that are written in short. */
  short: ReadonlySet<number>;
  gap: number;
}

/**
 * Columns under their titles as one `pre`: one entity however long the table is, and a fixed pitch on every client. It fits a
 * phone: where it does not, columns come closer, amounts are told in short, words are cut and optional columns left out,
 * in this order. Rows shorter than the columns are filled with blanks.
 */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): FormattedString {
  const all = columns.map((column, index) => ({ ...column, index }));
  const layouts = layoutsOf(all);
  const written = layouts.map((layout) => () => write(layout, rows));
  let lines: string[] = [];
  for (const attempt of written) {
    lines = attempt();
    if (lines.every((line) => line.length <= PHONE_WIDTH)) break;
  }
  return FormattedString.pre(lines.join('\n'), 'text');
}

function layoutsOf(all: Layout['columns']): Layout[] {
  const none = new Set<number>();
  const layouts: Layout[] = [
    { columns: all, short: none, gap: 2 },
    { columns: all, short: none, gap: 1 },
  ];
  const short = new Set<number>();
  for (const { index } of all.toReversed()) {
    short.add(index);
    layouts.push({ columns: all, short: new Set(short), gap: 1 });
  }
  let left = all;
  for (const column of all.toReversed()) {
    if (column.isOptional !== true) continue;
    left = left.filter((one) => one !== column);
    layouts.push({ columns: left, short, gap: 1 });
  }
  return layouts;
}

function write({ columns, short, gap }: Layout, rows: readonly (readonly Cell[])[]): string[] {
  const textOf = (cell: Cell | undefined, isShort: boolean): string =>
    oneLine(cell === undefined ? '' : typeof cell === 'string' ? cell : isShort ? cell.short : cell.full);
  const cells = rows.map((row) =>
    columns.map(({ index, max, align }) => {
      const text = textOf(row[index], short.has(index));
      return align === 'right' ? text : cut(text, max ?? 40);
    }),
  );
  const titles = columns.map(({ index, title, shortTitle }) =>
    short.has(index) ? (shortTitle ?? title) : title,
  );
  const widths = titles.map((title, at) =>
    Math.max(title.length, ...cells.map((row) => row[at]?.length ?? 0)),
  );
  // Only where amounts are short already do words give way.
  const isTight = short.size === 0 ? false : columns.every(({ index }) => short.has(index));
  if (isTight) narrow(columns, widths, gap);
  const line = (row: readonly string[]) =>
    row
      .map((text, at) => {
        const width = widths[at] ?? 0;
        const shown = columns[at]?.align === 'right' ? text : cut(text, width);
        return columns[at]?.align === 'right' ? shown.padStart(width) : shown.padEnd(width);
      })
      .join(' '.repeat(gap))
      .trimEnd();
  return [line(titles), ...cells.map(line)];
}

/** Takes what is too much from the widest words, as far as they may be cut. */
function narrow(columns: Layout['columns'], widths: number[], gap: number): void {
  const width = () => widths.reduce((sum, one) => sum + one, gap * (widths.length - 1));
  while (width() > PHONE_WIDTH) {
    const widest = columns.reduce(
      (found, { align, title, isWhole }, at) =>
        align !== 'right' &&
        isWhole !== true &&
        (widths[at] ?? 0) > Math.max(SHORTEST, title.length) &&
        (widths[at] ?? 0) > (widths[found] ?? 0)
          ? at
          : found,
      -1,
    );
    if (widest < 0) return;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
