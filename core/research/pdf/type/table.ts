import type { Paper } from './paper.ts';
import { INK, STYLES, type TextStyle } from './styles.ts';
import type { Line } from './wrap.ts';

export interface Column {
  label: string;
  /** Share of the width of the page. */
  share: number;
  align?: 'right';
}

/** Text of a cell, or several of different styles below each other. */
export type Cell = string | readonly { text: string; style: TextStyle }[];

interface CellLine {
  line: Line;
  style: TextStyle;
}

const PADDING = { x: 5, y: 3 } as const;
const HEAD = STYLES.noteStrong;

/**
 * A table whose head stands again on each page. Text wraps in its cell, and a row with more of it than a page has room goes on
 * over the page.
 */
export function table(paper: Paper, columns: readonly Column[], rows: readonly (readonly Cell[])[]): void {
  const whole = columns.reduce((sum, { share }) => sum + share, 0);
  const widths = columns.map(({ share }) => (share / whole) * paper.width);
  const starts = widths.map((_, at) => paper.left + widths.slice(0, at).reduce((sum, one) => sum + one, 0));
  const inner = (at: number): number => (widths[at] ?? 0) - 2 * PADDING.x;
  const placing = (at: number) => ({ align: columns[at]?.align ?? ('left' as const), width: inner(at) });
  const heads = columns.map(({ label }, at) => paper.lines(label, HEAD, inner(at)));
  const headHeight = Math.max(...heads.map(({ length }) => length)) * HEAD.lead + 2 * PADDING.y;

  const head = (): void => {
    paper.box({ x: paper.left, y: paper.y, width: paper.width, height: headHeight }, { fill: INK.band });
    for (const [at, lines] of heads.entries())
      for (const [nr, line] of lines.entries())
        paper.draw(
          line,
          (starts[at] ?? 0) + PADDING.x,
          paper.y + PADDING.y + (nr + 0.74) * HEAD.lead,
          HEAD,
          placing(at),
        );
    paper.y += headHeight;
  };
  const turn = (): void => {
    paper.newPage();
    head();
  };

  let isBegun = false;
  for (const row of rows) {
    let left = row.map((cell, at) => cellLines(paper, cell, inner(at)));
    const height = Math.max(...left.map(heightOf)) + 2 * PADDING.y;
    if (!isBegun) {
      paper.ensure(headHeight + Math.min(height, paper.wholeRoom / 3));
      head();
      isBegun = true;
    } else if (paper.room < Math.min(height, paper.wholeRoom / 3)) turn();
    for (;;) {
      const room = paper.room - 2 * PADDING.y;
      const parts = left.map((lines) => fitting(lines, room));
      for (const [at, lines] of parts.entries()) {
        let y = paper.y + PADDING.y;
        for (const { line, style } of lines) {
          paper.draw(line, (starts[at] ?? 0) + PADDING.x, y + style.lead * 0.74, style, placing(at));
          y += style.lead;
        }
      }
      paper.y += Math.max(...parts.map(heightOf)) + 2 * PADDING.y;
      left = left.map((lines, at) => lines.slice(parts[at]?.length ?? 0));
      if (left.every(({ length }) => length === 0)) break;
      turn();
    }
    paper.rule(paper.y);
  }
  paper.gap(8);
}

function cellLines(paper: Paper, cell: Cell, width: number): CellLine[] {
  const parts = typeof cell === 'string' ? [{ text: cell, style: STYLES.small }] : cell;
  return parts.flatMap(({ text, style }) => paper.lines(text, style, width).map((line) => ({ line, style })));
}

const heightOf = (lines: readonly CellLine[]): number =>
  lines.reduce((sum, { style }) => sum + style.lead, 0);

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
