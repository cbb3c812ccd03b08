import type { Faces } from './faces.ts';
import { createPen } from './pen.ts';
import { printable, UNPRINTABLE } from './printable.ts';
import { A4, INK, MARGIN, STYLES, type TextStyle } from './styles.ts';
import { type Line, wrap } from './wrap.ts';

/** More than one line ever has of letters that can be seen. */
const MOST_LETTERS = 500;

interface Placing {
  align?: 'left' | 'right' | 'center';
  /** The room that `align` is about. */
  width?: number;
}

type Point = readonly [x: number, y: number];

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Flow {
  /** From the left margin. */
  indent?: number;
  width?: number;
  /** In front of the first line. */
  bullet?: string;
  /** Room below. */
  after?: number;
}

/** The pages of a document, filled from top to bottom. Nothing is ever drawn past its margins. */
export interface Paper {
  readonly left: number;
  readonly width: number;
  /** Where the next block begins, from the top of the page. */
  y: number;
  /** What is left of the page. */
  readonly room: number;
  /** What a page without anything on it has. */
  readonly wholeRoom: number;
  /** So many there are. */
  readonly pages: number;
  /** Characters that no font has were met. */
  readonly hasUnprintable: boolean;
  /** Keeps room at the head of every page, before there is one. */
  reserve(height: number): void;
  newPage(): void;
  /** A new page, unless so much is left of this one. */
  ensure(height: number): void;
  gap(height: number): void;
  lines(text: string, style: TextStyle, width: number): Line[];
  /** As much of a text as fits on one line, with `…` where that is not all. */
  fitted(text: string, style: TextStyle, width: number): Line | null;
  draw(line: Line | null, x: number, baseline: number, style: TextStyle, placing?: Placing): void;
  paragraph(text: string, style: TextStyle, flow?: Flow): void;
  /** Stands above the next block, on the same page as the beginning of that. */
  heading(text: string): void;
  /** An entry of the outline that leads to this page. */
  bookmark(title: string): void;
  subheading(text: string): void;
  rule(y: number): void;
  stroke(from: Point, to: Point, width: number, color: string): void;
  /** A rectangle, or with `round` corners; filled, outlined or both. */
  box(at: Box, of: { fill?: string; outline?: string; round?: number }): void;
  /** Draws something else than text, by pdfkit’s own means. */
  shape(draw: (doc: PDFKit.PDFDocument) => void): void;
  /** Goes back to a page that is there. */
  turnTo(page: number): void;
}

export function createPaper(doc: PDFKit.PDFDocument, faces: Faces): Paper {
  const write = createPen(doc);
  let top: number = MARGIN.top;
  const bottom = A4.height - MARGIN.bottom;
  const left = MARGIN.side;
  const width = A4.width - 2 * MARGIN.side;
  let hasUnprintable = false;
  /** The color of text on this page; naming it once for each line would make the file a quarter larger. */
  let inked: string | null = null;
  /** Headings that wait for the block below them. */
  const pending: { height: number; draw: () => void }[] = [];

  function cleaned(text: string): string {
    const clean = printable(text, faces.has);
    if (clean !== text && clean.includes(UNPRINTABLE)) hasUnprintable = true;
    return clean;
  }

  const paper: Paper = {
    left,
    width,
    y: top,
    get room() {
      return bottom - paper.y;
    },
    get wholeRoom() {
      return bottom - top;
    },
    get pages() {
      return doc.bufferedPageRange().count;
    },
    get hasUnprintable() {
      return hasUnprintable;
    },
    reserve(height) {
      top = MARGIN.top + height;
    },
    newPage() {
      doc.addPage();
      inked = null;
      paper.y = top;
    },
    ensure(height) {
      const above = pending.splice(0);
      const whole = above.reduce((sum, one) => sum + one.height, height);
      if (paper.room < whole && paper.y > top) paper.newPage();
      for (const { draw } of above) draw();
    },
    gap(height) {
      if (paper.y > top) paper.y += height;
    },
    lines: (text, { weight, size }, room) => wrap(cleaned(text), faces, { weight, size, width: room }),
    fitted(text, { weight, size }, room) {
      // The letters of a line are far fewer, and the rest need not be measured.
      const clean = cleaned(text.slice(0, MOST_LETTERS)).replaceAll('\n', ' ');
      const [whole, ...more] = wrap(clean, faces, { weight, size, width: room });
      if (whole === undefined || (more.length === 0 && text.length <= MOST_LETTERS)) return whole ?? null;
      const ellipsis = { pieces: faces.runsOf('…', weight), width: 0 };
      const wide = ellipsis.pieces.reduce((sum, one) => sum + one.face.widthOf(one.text) * size, 0);
      const [cut] = wrap(clean, faces, { weight, size, width: room - wide });
      if (cut === undefined) return null;
      return { pieces: [...cut.pieces, ...ellipsis.pieces], width: cut.width + wide };
    },
    draw(line, x, baseline, { size, color }, { align = 'left', width: room = 0 } = {}) {
      if (line === null) return;
      const shift = align === 'left' ? 0 : (room - line.width) * (align === 'right' ? 1 : 0.5);
      let at = x + shift;
      if (inked !== color) doc.fillColor(color);
      inked = color;
      for (const { face, text } of line.pieces) {
        write(face, text, at, baseline, size);
        at += face.widthOf(text) * size;
      }
    },
    paragraph(text, of, { indent = 0, width: room = width - indent, bullet, after = 4 } = {}) {
      const lines = paper.lines(text, of, room);
      const { length } = lines;
      for (const [at, line] of lines.entries()) {
        // No line of a paragraph stands alone at the foot of a page or at the head of the next one.
        const together = (at === 0 && length > 1) || at === length - 2 ? (length === 3 ? 3 : 2) : 1;
        paper.ensure(together * of.lead);
        const baseline = paper.y + of.lead * 0.74;
        if (at === 0 && bullet !== undefined)
          paper.draw(paper.fitted(bullet, of, indent), left + indent - 10, baseline, of);
        paper.draw(line, left + indent, baseline, of);
        paper.y += of.lead;
      }
      if (length > 0) paper.y += after;
    },
    heading(text) {
      pending.push({
        height: 37,
        draw() {
          paper.gap(12);
          paper.bookmark(text);
          paper.draw(paper.fitted(text, STYLES.heading, width), left, paper.y + 12, STYLES.heading);
          paper.rule(paper.y + 18);
          paper.y += 25;
        },
      });
    },
    bookmark(title) {
      doc.outline.addItem(cleaned(title));
    },
    subheading(text) {
      const lines = paper.lines(text, STYLES.subheading, width);
      pending.push({
        height: lines.length * STYLES.subheading.lead + 5,
        draw() {
          paper.gap(3);
          paper.paragraph(text, STYLES.subheading, { after: 2 });
        },
      });
    },
    rule: (y) => paper.stroke([left, y], [left + width, y], 0.6, INK.rule),
    stroke: (from, to, wide, color) =>
      paper.shape(() =>
        doc
          .moveTo(...from)
          .lineTo(...to)
          .lineWidth(wide)
          .strokeColor(color)
          .stroke(),
      ),
    box: ({ x, y, width: wide, height }, { fill, outline, round = 0 }) =>
      paper.shape(() => {
        const path = doc.lineWidth(round === 0 ? 0.6 : 1).roundedRect(x, y, wide, height, round);
        if (fill !== undefined && outline !== undefined) path.fillAndStroke(fill, outline);
        else if (fill !== undefined) path.fill(fill);
        else if (outline !== undefined) path.strokeColor(outline).stroke();
      }),
    shape(draw) {
      doc.save();
      draw(doc);
      doc.restore();
    },
    turnTo(page) {
      doc.switchToPage(page);
      inked = null;
    },
  };
  return paper;
}
