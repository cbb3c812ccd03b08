/*
 * The part of Markdown that our own pages are written in: headings, paragraphs, lists, tables, pictures, fenced code; bold,
 * italic, code and links within a line. Everything else is plain text, HTML first of all: it becomes letters, never elements.
 */

export type Span =
  | { is: 'text'; text: string }
  | { is: 'bold' | 'italic'; spans: Span[] }
  | { is: 'code'; text: string }
  /** `href` begins with http, or with / or # for a page of the dashboard. */
  | { is: 'link'; href: string; spans: Span[] };

export type Block =
  | { is: 'heading'; level: 1 | 2 | 3; id: string; spans: Span[] }
  | { is: 'paragraph'; spans: Span[] }
  | { is: 'list'; isOrdered: boolean; items: Span[][] }
  | { is: 'table'; head: Span[][]; rows: Span[][][] }
  | { is: 'picture'; name: string; alt: string }
  | { is: 'code'; text: string };

/** Deeper than this nothing is read any more: a line of ten thousand asterisks is text. */
const DEEPEST = 4;

/** The address of a link that may be followed: http and https, and nothing that runs here. Null for any other. */
export function safeAddress(text: string): string | null {
  // An address is of visible letters: what a browser would ignore inside of it hides its scheme from a reader.
  if (/[^\x21-\x7e]/.test(text)) return null;
  if (!/^https?:\/\//i.test(text)) return null;
  try {
    const url = new URL(text);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

/** Where a link from one guide to another leads: `reports.md#xirr` to `/help/reports#xirr`. Null for other addresses. */
function guideAddress(text: string): string | null {
  const [whole, guide, anchor = ''] = /^(?:([a-z-]+)\.md)?(#[a-z0-9_-]+)?$/.exec(text) ?? [];
  if (whole === undefined || whole === '') return null;
  return guide === undefined ? anchor : `/help/${guide}${anchor}`;
}

/** All letters that a reader sees. */
export const lettersOf = (spans: readonly Span[]): string =>
  spans.map((span) => ('spans' in span ? lettersOf(span.spans) : span.text)).join('');

/** The anchor of a heading, as GitHub makes it. */
export const slugOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^a-z0-9 _-]/g, '')
    .replaceAll(' ', '-');

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]*)\]\(([^()\s]*)\)/;

function spansOf(text: string, depth = 0): Span[] {
  const spans: Span[] = [];
  let rest = text;
  while (rest !== '') {
    const found = depth < DEEPEST ? INLINE.exec(rest) : null;
    if (found === null) return [...spans, { is: 'text', text: rest }];
    if (found.index > 0) spans.push({ is: 'text', text: rest.slice(0, found.index) });
    spans.push(spanOf(found, depth));
    rest = rest.slice(found.index + found[0].length);
  }
  return spans;
}

function spanOf(found: RegExpExecArray, depth: number): Span {
  const [whole, code, bold, italic, label, address] = found;
  if (code !== undefined) return { is: 'code', text: code };
  if (bold !== undefined) return { is: 'bold', spans: spansOf(bold, depth + 1) };
  if (italic !== undefined) return { is: 'italic', spans: spansOf(italic, depth + 1) };
  const href = safeAddress(address ?? '') ?? guideAddress(address ?? '');
  return href === null || label === undefined || label === ''
    ? { is: 'text', text: whole }
    : { is: 'link', href, spans: spansOf(label, depth + 1) };
}

const HEADING = /^(#{1,6})\s+(\S.*)$/;
const ITEM = /^\s{0,3}(?:[-*+]|(\d{1,9})[.)])\s+(\S.*)$/;
const PICTURE = /^\s{0,3}!\[([^\]]*)\]\(([a-z0-9-]+\.png)\)\s*$/;
const ROW = /^\s{0,3}\|(.*)\|\s*$/;
const RULE = /^\s{0,3}\|[\s|:-]+\|\s*$/;
const FENCE = /^\s{0,3}```/;

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.replaceAll('\r\n', '\n').split('\n');
  let words: string[] = [];
  const endParagraph = () => {
    if (words.length > 0) blocks.push({ is: 'paragraph', spans: spansOf(words.join(' ')) });
    words = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (FENCE.test(line)) {
      endParagraph();
      const end = lines.findIndex((other, nr) => nr > at && FENCE.test(other));
      const last = end === -1 ? lines.length : end;
      blocks.push({ is: 'code', text: lines.slice(at + 1, last).join('\n') });
      at = last;
      continue;
    }
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    const picture = PICTURE.exec(line);
    if (heading !== null) {
      endParagraph();
      const level = Math.min(3, heading[1]?.length ?? 1) as 1 | 2 | 3;
      const spans = spansOf((heading[2] ?? '').trim());
      blocks.push({ is: 'heading', level, id: slugOf(lettersOf(spans)), spans });
    } else if (picture !== null) {
      endParagraph();
      blocks.push({ is: 'picture', alt: picture[1] ?? '', name: picture[2] ?? '' });
    } else if (ROW.test(line) && RULE.test(lines[at + 1] ?? '')) {
      endParagraph();
      const after = lines.findIndex((other, nr) => nr > at && !ROW.test(other));
      const end = after === -1 ? lines.length : after;
      blocks.push({ is: 'table', head: cellsOf(line), rows: lines.slice(at + 2, end).map(cellsOf) });
      at = end - 1;
    } else if (item !== null) {
      endParagraph();
      addItem(blocks, item[1] !== undefined, (item[2] ?? '').trim());
    } else if (line.trim() === '') endParagraph();
    else words.push(line.trim());
  }
  endParagraph();
  return blocks;
}

/** Cells of a row; a bar with a backslash before it is a letter. */
const cellsOf = (row: string): Span[][] =>
  (ROW.exec(row)?.[1] ?? '').split(/(?<!\\)\|/).map((cell) => spansOf(cell.replaceAll('\\|', '|').trim()));

/** To the list before it, where there is one of the same kind. */
function addItem(blocks: Block[], isOrdered: boolean, text: string): void {
  const last = blocks.at(-1);
  if (last?.is === 'list' && last.isOrdered === isOrdered) last.items.push(spansOf(text));
  else blocks.push({ is: 'list', isOrdered, items: [spansOf(text)] });
}
