import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import { MalformedDocument } from '../../parsing/malformed.ts';

/** What a reader of a page sees. */
export interface VisibleText {
  title: string | null;
  /** Paragraphs, headings and items in their order, without tables. */
  blocks: string[];
  /** Rows of cells, of every table with data. */
  tables: string[][][];
  /** Text that the page hides from readers, by number of places; none of it is in the rest. */
  hidden: number;
  /** Day or moment of publication as the page's own marks state it; null where it has none. */
  published: string | null;
}

/** Larger pages are no news of a company. */
const LARGEST_PAGE = 4_000_000;
const DEEPEST = 200;
const SILENT = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'head',
  'svg',
  'iframe',
  'object',
  'select',
]);
const BLOCKS = new Set(
  'address article aside blockquote body dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Ways of writing what only a machine is meant to read. */
const HIDING: readonly RegExp[] = [
  /display\s*:\s*none/i,
  /visibility\s*:\s*(hidden|collapse)/i,
  /opacity\s*:\s*0(\.0+)?\s*(;|$)/i,
  /font-size\s*:\s*[0-2](\.\d+)?\s*(px|pt)?\s*(;|$)/i,
  /(^|;)\s*color\s*:\s*(#fff(fff)?|white|transparent|rgb\(\s*255\s*,\s*255\s*,\s*255\s*\)|rgba\([^)]*,\s*0\s*\))\s*(;|$)/i,
  /(left|top|text-indent)\s*:\s*-\d{3,}/i,
];
const PUBLISHED_MARKS = new Set(['article:published_time', 'datepublished', 'date', 'dc.date', 'pubdate']);

/**
 * The text and the tables of a page as a reader sees them: comments, scripts and what styles hide are left out, since a page
 * may talk to machines there.
 * @throws MalformedDocument for what is too large or nested too deeply.
 */
export function visibleText(html: string): VisibleText {
  if (html.length > LARGEST_PAGE) throw new MalformedDocument('The page is too large to be read.');
  const page: VisibleText = { title: null, blocks: [], tables: [], hidden: 0, published: null };
  let words = '';
  const flush = () => {
    const block = clean(words);
    if (block !== '') page.blocks.push(block);
    words = '';
  };

  function walk(node: Tree.Node, depth: number): void {
    if (depth > DEEPEST) throw new MalformedDocument('The page is nested too deeply to be read.');
    if ('value' in node && node.nodeName === '#text') {
      words += node.value;
      return;
    }
    if (!('childNodes' in node)) return;
    if ('tagName' in node) {
      readMarks(node, page);
      if (SILENT.has(node.tagName)) {
        if (node.tagName === 'head') for (const child of node.childNodes) readHead(child, page);
        return;
      }
      if (isHidden(node)) {
        page.hidden += 1;
        return;
      }
      if (node.tagName === 'table') {
        flush();
        page.tables.push(rowsOf(node, page));
        return;
      }
      if (node.tagName === 'br') words += '\n';
      if (BLOCKS.has(node.tagName)) flush();
    }
    for (const child of node.childNodes) walk(child, depth + 1);
    if ('tagName' in node && BLOCKS.has(node.tagName)) flush();
  }

  walk(parse(html), 0);
  flush();
  return page;
}

function rowsOf(table: Tree.Element, page: VisibleText): string[][] {
  const rows: string[][] = [];
  const walk = (node: Tree.Node, row: string[] | null): void => {
    if (!('tagName' in node)) return;
    if (isHidden(node)) {
      page.hidden += 1;
      return;
    }
    if (node.tagName === 'tr') {
      const cells: string[] = [];
      for (const child of node.childNodes) walk(child, cells);
      rows.push(cells);
      return;
    }
    if (row !== null && (node.tagName === 'td' || node.tagName === 'th')) {
      row.push(clean(textIn(node, page)));
      return;
    }
    for (const child of node.childNodes) walk(child, row);
  };
  walk(table, null);
  return rows.filter((cells) => cells.some((cell) => cell !== ''));
}

function textIn(node: Tree.Node, page: VisibleText): string {
  if ('value' in node && node.nodeName === '#text') return node.value;
  if (!('childNodes' in node)) return '';
  if ('tagName' in node) {
    if (SILENT.has(node.tagName)) return '';
    if (isHidden(node)) {
      page.hidden += 1;
      return '';
    }
    if (node.tagName === 'br') return ' ';
  }
  return node.childNodes.map((child) => textIn(child, page)).join('');
}

function isHidden(node: Tree.Element): boolean {
  const attribute = (name: string) => node.attrs.find((one) => one.name === name)?.value;
  if (attribute('hidden') !== undefined || attribute('aria-hidden') === 'true') return true;
  const style = attribute('style') ?? '';
  return HIDING.some((pattern) => pattern.test(style));
}

function readHead(node: Tree.Node, page: VisibleText): void {
  if (!('tagName' in node)) return;
  if (node.tagName === 'title') page.title ??= clean(textIn(node, page)) || null;
  readMarks(node, page);
}

/** `<meta property="article:published_time" content="…">` and `<time datetime="…">`; the first one counts. */
function readMarks(node: Tree.Element, page: VisibleText): void {
  const attribute = (name: string) => node.attrs.find((one) => one.name === name)?.value ?? '';
  const isMeta =
    node.tagName === 'meta' &&
    PUBLISHED_MARKS.has((attribute('property') || attribute('name') || attribute('itemprop')).toLowerCase());
  if (isMeta) page.published ??= attribute('content') || null;
  if (node.tagName === 'time') page.published ??= attribute('datetime') || null;
}

function clean(words: string): string {
  return words.replace(/[\s\u00a0]+/g, ' ').trim();
}
