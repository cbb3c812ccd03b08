import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { parserNamed } from '../../parsing/document-parser.ts';
import { MalformedDocument } from '../../parsing/malformed.ts';
import { addressOn } from './page-address.ts';
import { rankPages, type Candidate } from './rank-pages.ts';

interface SitemapLimits {
  /** Unpacked. */
  bytes: number;
  elements: number;
  depth: number;
  /** Characters of one text. */
  text: number;
}
export const SITEMAP_LIMITS: SitemapLimits = { bytes: 5_000_000, elements: 250_000, depth: 6, text: 4_000 };
const MOST_PAGES = 200;
const MOST_SITEMAPS = 200;

/** A list of a site's pages, or a list of such lists. */
interface Sitemap {
  /** Of the host alone, and those that are worth a request alone, the likeliest first. */
  pages: Candidate[];
  /** Addresses of other lists, those that were changed last first. */
  sitemaps: string[];
}

/**
 * A sitemap, packed or not. A document type, and with it every entity of its own, is refused.
 * @throws MalformedDocument
 */
export function readSitemap(body: Buffer, { host, year }: { host: string; year: number }): Sitemap {
  const entries = entriesOf(unpacked(body), SITEMAP_LIMITS);
  const pages = entries.flatMap(({ isSitemap, address, changed }): Candidate[] => {
    const found = isSitemap ? null : addressOn(host, address);
    return found?.kind === 'PAGE' ? [{ url: found.url, words: '', changed, depth: 1 }] : [];
  });
  const sitemaps = entries
    .filter(({ isSitemap, address }) => isSitemap && isOn(host, address))
    .toSorted((one, other) => (other.changed ?? '').localeCompare(one.changed ?? ''))
    .map(({ address }) => new URL(address).href);
  return {
    pages: rankPages(pages, year).slice(0, MOST_PAGES),
    sitemaps: [...new Set(sitemaps)].slice(0, MOST_SITEMAPS),
  };
}
export const SITEMAP = parserNamed<typeof readSitemap>('issuer_sitemap');

function isOn(host: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username } = new URL(address);
  return protocol === 'https:' && hostname === host && port === '' && username === '';
}

function unpacked(body: Buffer): Buffer {
  if (body[0] !== 0x1f || body[1] !== 0x8b) {
    if (body.length > SITEMAP_LIMITS.bytes) throw new MalformedDocument('The sitemap is too large.');
    return body;
  }
  try {
    return gunzipSync(body, { maxOutputLength: SITEMAP_LIMITS.bytes });
  } catch {
    throw new MalformedDocument('The sitemap is damaged or too large to unpack.');
  }
}

interface Entry {
  isSitemap: boolean;
  address: string;
  /** YYYY-MM-DD */
  changed: string | null;
}

function entriesOf(body: Buffer, limits: SitemapLimits): Entry[] {
  const parser = new SaxesParser();
  const entries: Entry[] = [];
  let root: string | null = null;
  let entry: Entry | null = null;
  let elements = 0;
  let depth = 0;
  let text = '';
  const add = (part: string): void => {
    if (text.length + part.length > limits.text)
      throw new MalformedDocument('The sitemap has a text that is too long.');
    text += part;
  };
  parser.on('error', () => {
    throw new MalformedDocument('The sitemap is cut off or not XML.');
  });
  parser.on('doctype', () => {
    throw new MalformedDocument('The sitemap declares its own document type, which is not allowed.');
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name }) => {
    elements += 1;
    depth += 1;
    if (elements > limits.elements || depth > limits.depth)
      throw new MalformedDocument('The sitemap has too many elements.');
    const local = localName(name);
    root ??= local;
    text = '';
    if (depth === 2 && (local === 'url' || local === 'sitemap'))
      entry = { isSitemap: local === 'sitemap', address: '', changed: null };
  });
  parser.on('closetag', ({ name }) => {
    if (depth === 3 && entry !== null) {
      if (localName(name) === 'loc') entry.address = text.trim();
      if (localName(name) === 'lastmod') entry.changed = /^\d{4}-\d{2}-\d{2}/.exec(text.trim())?.[0] ?? null;
    }
    if (depth === 2 && entry !== null) {
      if (entry.address !== '') entries.push(entry);
      entry = null;
    }
    depth -= 1;
    text = '';
  });
  parser.write(new TextDecoder('utf-8').decode(body)).close();
  if (root !== 'urlset' && root !== 'sitemapindex')
    throw new MalformedDocument('The document is not a sitemap.');
  return entries;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();
