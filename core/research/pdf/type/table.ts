import type { Paper } from './paper.ts';
import { INK, STYLES, type TextStyle } from './styles.ts';
import type { Line } from './wrap.ts';

interface Column {
  label: string;
  /** Share of the width of the page. */
  share: number;
  align?: 'right';
}

/** Text of a cell, or several of different styles below each other. */
type Cell = string | readonly { text: string; style: TextStyle }[];

interface CellLine {
  line: Line;
  style: TextStyle;
}

/** A column as it stands on the page, with its head in lines. */
interface PlacedColumn {
  x: number;
  width: number;
  align: 'left' | 'right';
  head: CellLine[];
}

const PADDING = { x: 5, y: 3 } as const;
const HEAD = STYLES.noteStrong;

/**
 * A table whose head stands again on each page. Text wraps in its cell, and a row with more of it than a page has room goes on
 * over the page.
 */
export function table(paper: Paper, columns: readonly Column[], rows: readonly (readonly Cell[])[]): void {
  const placed = placedColumns(paper, columns);
  const headHeight = highestOf(placed.map(({ head }) => head)) + 2 * PADDING.y;

  const head = (): void => {
    paper.box({ x: paper.left, y: paper.y, width: paper.width, height: headHeight }, { fill: INK.band });
    for (const column of placed) drawCell(paper, column, column.head);
    paper.y += headHeight;
  };
  const turn = (): void => {
    paper.newPage();
    head();
  };

  let isBegun = false;
  for (const row of rows) {
    let cells = placed.map((column, at) => ({
      column,
      lines: cellLines(paper, row[at] ?? '', column.width),
    }));
    const height = Math.min(highestOf(cells.map(({ lines }) => lines)) + 2 * PADDING.y, paper.wholeRoom / 3);
    if (!isBegun) {
      paper.ensure(headHeight + height);
      head();
      isBegun = true;
    } else if (paper.room < height) turn();
    for (;;) {
      const room = paper.room - 2 * PADDING.y;
      const parts = cells.map(({ column, lines }) => ({ column, lines: fitting(lines, room) }));
      for (const { column, lines } of parts) drawCell(paper, column, lines);
      paper.y += highestOf(parts.map(({ lines }) => lines)) + 2 * PADDING.y;
      cells = cells.map(({ column, lines }) => ({ column, lines: lines.slice(fitting(lines, room).length) }));
      if (cells.every(({ lines }) => lines.length === 0)) break;
      turn();
    }
    paper.rule(paper.y);
  }
  paper.gap(8);
}

function placedColumns(paper: Paper, columns: readonly Column[]): PlacedColumn[] {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  let x = paper.left;
  return columns.map(({ label, share, align }) => {
    const wide = (share / whole) * paper.width;
    const width = wide - 2 * PADDING.x;
    const head = paper.lines(label, HEAD, width).map((line) => ({ line, style: HEAD }));
    const column: PlacedColumn = { x: x + PADDING.x, width, align: align ?? 'left', head };
    x += wide;
    return column;
  });
}

function drawCell(paper: Paper, { x, width, align }: PlacedColumn, lines: readonly CellLine[]): void {
  let y = paper.y + PADDING.y;
  for (const { line, style } of lines) {
    paper.draw(line, x, y + style.lead * 0.74, style, { align, width });
    y += style.lead;
  }
}

function cellLines(paper: Paper, cell: Cell, width: number): CellLine[] {
  const parts = typeof cell === 'string' ? [{ text: cell, style: STYLES.small }] : cell;
  return parts.flatMap(({ text, style }) => paper.lines(text, style, width).map((line) => ({ line, style })));
}

const highestOf = (cells: readonly (readonly CellLine[])[]): number =>
  Math.max(...cells.map((lines) => lines.reduce((sum, { style }) => sum + style.lead, 0)));

/** The lines that there is room for, and at least one, so that a table always ends. */
function fitting(lines: readonly CellLine[], room: number): CellLine[] {
  let used = 0;
  let count = 0;
  for (const { style } of lines) {
    used += style.lead;
    if (used > room && count > 0) break;
    count += 1;
  }
  return lines.slice(0, count);
}
