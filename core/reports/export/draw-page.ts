import type { SKRSContext2D } from '@napi-rs/canvas';
import type { PrintedPage } from './page.ts';

/** A4 in points. */
export const PAPER = { width: 595, height: 842 } as const;

export const FAMILIES = { latin: 'Inter', devanagari: 'Noto Sans Devanagari' } as const;

const MARGIN = 44;
const WIDTH = PAPER.width - 2 * MARGIN;
const INK = '#17202e';
const MUTED = '#5a6675';
const RULE = '#c9d0d8';
const BAND = '#f3f5f8';
const ACCENT = '#0b62b5';
const ROW = 18;
const PADDING = 5;
const FIGURE_HEIGHT = 44;
const FIGURES_ABREAST = 4;
const NOTE = { size: 6.8, color: MUTED } as const;
const NOTE_LINE = 8;
/** Lines of a figure's note that its height has room for, and that it may have. */
const NOTE_LINES = { within: 1, most: 4 } as const;

type Ink = Pick<
  SKRSContext2D,
  | 'font'
  | 'fillStyle'
  | 'textAlign'
  | 'textBaseline'
  | 'fillText'
  | 'fillRect'
  | 'measureText'
  | 'textRendering'
>;

/** A line of text as it is drawn. */
interface Style {
  size: number;
  bold?: boolean;
  color?: string;
  align?: 'left' | 'right';
}

/** Draws the page from top to bottom; whatever is too long is cut, so that nothing ever lies over anything else. */
export function drawPage(ink: Ink, page: PrintedPage): void {
  ink.textBaseline = 'alphabetic';
  // else the font swaps signs beside digits for nicer ones that are lost to whoever copies or searches: -3.2 became 3.2
  ink.textRendering = 'optimizeSpeed';
  ink.fillStyle = ACCENT;
  ink.fillRect(MARGIN, 46, 28, 4);
  write(ink, page.title, MARGIN, 78, WIDTH, { size: 22, bold: true });
  write(ink, page.portfolio, MARGIN, 98, WIDTH, { size: 11.5, bold: true });
  write(ink, page.period, MARGIN, 113, WIDTH, { size: 9.5, color: MUTED });
  rule(ink, 124);
  let y = drawFigures(ink, page.figures, 142);
  y = drawTable(ink, page, y + 12);
  drawNotes(ink, page.notes, y + 14);
  drawFooter(ink, page.footer);
}

/** Four figures beside each other; a row with a longer note is higher. */
function drawFigures(ink: Ink, figures: PrintedPage['figures'], top: number): number {
  const each = WIDTH / FIGURES_ABREAST;
  const room = each - 12;
  let y = top;
  for (let from = 0; from < figures.length; from += FIGURES_ABREAST) {
    let most = 0;
    for (const [index, { label, text, note }] of figures.slice(from, from + FIGURES_ABREAST).entries()) {
      const x = MARGIN + index * each;
      write(ink, label, x, y, room, { size: 8, color: MUTED });
      write(ink, text, x, y + 16, room, {
        size: sizeFor(ink, text, room, { size: 13, bold: true }, 0.5),
        bold: true,
      });
      const lines = note === '' ? [] : noteLines(ink, note, room);
      for (const [at, line] of lines.entries()) write(ink, line, x, y + 26 + at * NOTE_LINE, room, NOTE);
      most = Math.max(most, lines.length);
    }
    y += FIGURE_HEIGHT + Math.max(0, most - NOTE_LINES.within) * NOTE_LINE;
  }
  return y - 8;
}

/** What is left after so many lines stays on the last, where it is cut. */
function noteLines(ink: Ink, note: string, room: number): string[] {
  const lines = linesOf(ink, note, room, NOTE).map(({ text }) => text);
  return lines.length <= NOTE_LINES.most
    ? lines
    : [...lines.slice(0, NOTE_LINES.most - 1), lines.slice(NOTE_LINES.most - 1).join(' ')];
}

/** The largest size, down to a share of it, at which the text is not cut. */
function sizeFor(ink: Ink, text: string, room: number, style: Style, least: number): number {
  setFont(ink, style);
  const needed = ink.measureText(text).width;
  return needed <= room ? style.size : Math.max(style.size * least, (style.size * room * 0.995) / needed);
}

function drawTable(ink: Ink, page: PrintedPage, top: number): number {
  write(ink, page.rows_title, MARGIN, top + 4, WIDTH, { size: 11, bold: true });
  let y = top + 14;
  const widths = widthsOf(page.columns);
  if (page.rows.length > 0) {
    drawRow(
      ink,
      page.columns.map(({ label }) => label),
      page,
      widths,
      y,
      { size: 8, bold: true, color: MUTED },
    );
    y += ROW;
    rule(ink, y);
    for (const [index, row] of page.rows.entries()) {
      if (index % 2 === 1) {
        ink.fillStyle = BAND;
        ink.fillRect(MARGIN, y, WIDTH, ROW);
      }
      drawRow(ink, row, page, widths, y, { size: 8.5 });
      y += ROW;
    }
    rule(ink, y);
  }
  if (page.more === '') return y;
  write(ink, page.more, MARGIN, y + 15, WIDTH, { size: 9, color: MUTED });
  return y + 18;
}

function widthsOf(columns: PrintedPage['columns']): number[] {
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  return columns.map(({ width }) => (WIDTH * width) / total);
}

function drawRow(
  ink: Ink,
  cells: readonly string[],
  { columns }: PrintedPage,
  widths: readonly number[],
  top: number,
  style: Style,
): void {
  let x = MARGIN;
  for (const [index, cell] of cells.entries()) {
    const width = widths[index] ?? 0;
    const isRight = columns[index]?.right === true;
    const room = width - 2 * PADDING;
    const at = isRight ? x + width - PADDING : x + PADDING;
    // a figure that is cut off would be another figure: it is written smaller, and so is what is hardly too long
    const size = sizeFor(ink, cell, room, style, columns[index]?.cuttable === true ? 0.88 : 0.5);
    write(ink, cell, at, top + 12, room, { ...style, size, align: isRight ? 'right' : 'left' });
    x += width;
  }
}

function drawNotes(ink: Ink, notes: readonly string[], top: number): void {
  let y = top;
  for (const note of notes) {
    for (const line of linesOf(ink, note, WIDTH - 10, { size: 8 })) {
      if (y > PAPER.height - 62) return;
      write(ink, line.text, MARGIN + 10, y, WIDTH - 10, { size: 8, color: MUTED });
      if (line.isFirst) write(ink, '·', MARGIN, y, 10, { size: 8, bold: true, color: MUTED });
      y += 11;
    }
    y += 3;
  }
}

function drawFooter(ink: Ink, [left, right]: PrintedPage['footer']): void {
  const y = PAPER.height - 36;
  rule(ink, y - 14);
  write(ink, left, MARGIN, y, WIDTH / 2, { size: 8, color: MUTED });
  write(ink, right, PAPER.width - MARGIN, y, WIDTH / 2, { size: 8, color: MUTED, align: 'right' });
}

function rule(ink: Ink, y: number): void {
  ink.fillStyle = RULE;
  ink.fillRect(MARGIN, y, WIDTH, 0.6);
}

function setFont(ink: Ink, { size, bold }: Style): void {
  ink.font = `${bold === true ? 600 : 400} ${size}px ${FAMILIES.latin}, "${FAMILIES.devanagari}"`;
}

function write(ink: Ink, text: string, x: number, y: number, room: number, style: Style): void {
  setFont(ink, style);
  ink.fillStyle = style.color ?? INK;
  ink.textAlign = style.align ?? 'left';
  ink.fillText(cut(ink, oneLine(text), room), x, y);
}

/** Letters that would move the pen or turn the direction of writing. */
const MOVING = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** They are no part of a name. */
const oneLine = (text: string): string => text.replaceAll(MOVING, ' ');

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The longest beginning that fits, whole syllables of Devanagari included. */
function cut(ink: Ink, text: string, room: number): string {
  if (ink.measureText(text).width <= room) return text;
  const parts = Array.from(letters.segment(text), ({ segment }) => segment);
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (ink.measureText(`${parts.slice(0, middle).join('')}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return `${parts.slice(0, low).join('').trimEnd()}…`;
}

function linesOf(ink: Ink, text: string, room: number, style: Style): { text: string; isFirst: boolean }[] {
  setFont(ink, style);
  const lines: string[] = [];
  for (const word of oneLine(text).split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && ink.measureText(`${last} ${word}`).width <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.map((line, index) => ({ text: line, isFirst: index === 0 }));
}
