import { SaxesParser } from 'saxes';

/** A headline as a feed lists it. */
export interface FeedItem {
  title: string;
  url: string | null;
  /** Who published it, in the feed's words. */
  source: string | null;
  /** ISO-8601 in UTC; null where the feed does not say. */
  published_at: string | null;
}

/** What came is no RSS 2.0 feed. */
export class NotAFeed extends Error {
  override name = 'NotAFeed';
}

const MOST_ITEMS = 1000;
const LONGEST_TITLE = 300;
const DEEPEST = 16;

/**
 * The items of an RSS 2.0 feed, the newest first and those without a time last. A document type, and with it every entity
 * of the document's own, is refused. An item without a title is passed over.
 * @throws NotAFeed
 */
export function readFeed(xml: string): FeedItem[] {
  const items: FeedItem[] = [];
  const parser = new SaxesParser();
  const path: string[] = [];
  let isFeed = false;
  let fields: Record<string, string> | null = null;
  let text = '';
  parser.on('error', (error) => {
    throw new NotAFeed(`not XML: line ${parser.line}`, { cause: error });
  });
  parser.on('doctype', () => {
    throw new NotAFeed('it declares its own document type');
  });
  parser.on('opentag', ({ name }) => {
    path.push(name);
    if (path.length > DEEPEST) throw new NotAFeed('it nests too deep');
    if (path.length === 1 && name !== 'rss') throw new NotAFeed(`it starts with ${name.slice(0, 40)}`);
    if (name === 'channel' && path.length === 2) isFeed = true;
    if (name === 'item' && path.length === 3) fields = {};
    text = '';
  });
  const add = (part: string) => {
    text += part;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    if (fields !== null && path.length === 4) fields[name] ??= text;
    if (name === 'item' && path.length === 3 && fields !== null) {
      const item = items.length < MOST_ITEMS ? itemOf(fields) : null;
      if (item !== null) items.push(item);
      fields = null;
    }
    path.pop();
    text = '';
  });
  parser.write(xml.startsWith('\ufeff') ? xml.slice(1) : xml);
  parser.close();
  if (!isFeed) throw new NotAFeed('it has no channel');
  return items.sort((a, b) => (b.published_at ?? '').localeCompare(a.published_at ?? ''));
}

function itemOf({
  title = '',
  link = '',
  source = '',
  pubDate = '',
}: Record<string, string>): FeedItem | null {
  const from = oneLine(source);
  let words = oneLine(title);
  // Some feeds put the source behind the title as well.
  if (from !== '' && words.endsWith(` - ${from}`)) words = words.slice(0, -from.length - 3);
  if (words === '') return null;
  const at = Date.parse(pubDate.trim());
  return {
    title: words.slice(0, LONGEST_TITLE),
    url: webAddress(link.trim()),
    source: from === '' ? null : from.slice(0, 100),
    published_at: Number.isNaN(at) ? null : new Date(at).toISOString(),
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function webAddress(text: string): string | null {
  if (!URL.canParse(text) || text.length > 2000) return null;
  return /^https?:$/.test(new URL(text).protocol) ? text : null;
}
