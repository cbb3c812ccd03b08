import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import { isHidden, visibleText, type VisibleText } from '../guidance/visible-text.ts';
import { parserNamed } from '../../parsing/document-parser.ts';
import { MalformedDocument } from '../../parsing/malformed.ts';
import { guidanceIn } from '../guidance/guidance-prose.ts';
import { indianYear } from '../guidance/indian-year.ts';
import type { Observation, ResearchSubject } from '../../port/index.ts';
import { addressOn } from './page-address.ts';
import { type Whose, whosePage } from './whose-page.ts';

/** A link that a reader sees. */
export interface PageLink {
  url: string;
  kind: 'PAGE' | 'PDF';
  words: string;
}

export interface SitePage {
  seen: VisibleText;
  isHtml: boolean;
  whose: Whose;
  /** What the company expects, by the page's sentences. */
  guidance: Observation[];
  /** On the page's own host, each address once, in their order. */
  links: PageLink[];
}

const MOST_LINKS = 400;
const LONGEST_WORDS = 200;
const DEEPEST = 200;

interface SitePageAsked {
  url: string;
  subject: Pick<ResearchSubject, 'symbol' | 'name' | 'isin' | 'former_symbols' | 'currency'>;
}

/** How guidance on a company's page is read. Elsewhere years end when each company likes: filings tell, and pages do not. */
export function guidanceContext({ url, subject }: SitePageAsked) {
  const currency = subject.currency ?? 'INR';
  return { spanOf: currency === 'INR' ? indianYear : () => null, currency, filing: null, locator: url };
}

/**
 * A page of a site, of whom it is and what it says of guidance: what a reader sees of it, and where its links lead on its own host. Links that it hides from readers are
 * none, nor are those that it asks programs not to follow.
 * @throws MalformedDocument
 */
export function readSitePage(body: Buffer, asked: SitePageAsked): SitePage {
  const text = body.toString('utf8');
  if (text.includes('\u0000')) throw new MalformedDocument('The page is not text.');
  const isHtml = /<(!doctype|html|body|p|table)\b/i.test(text);
  const seen = isHtml ? visibleText(text) : plainText(text);
  return {
    seen,
    isHtml,
    whose: whosePage(seen, asked.subject),
    guidance: guidanceIn(seen.blocks.join('\n'), guidanceContext(asked)),
    links: isHtml ? linksIn(text, asked.url) : [],
  };
}
export const SITE_PAGE = parserNamed<typeof readSitePage>('issuer_page');

function linksIn(html: string, url: string): PageLink[] {
  const { hostname } = new URL(url);
  const links = new Map<string, PageLink>();
  let base = url;
  let isFollowed = true;

  function walk(node: Tree.Node, depth: number): void {
    if (!('tagName' in node)) {
      if ('childNodes' in node) for (const child of node.childNodes) walk(child, depth + 1);
      return;
    }
    const attribute = (name: string): string => node.attrs.find((one) => one.name === name)?.value ?? '';
    if (depth > DEEPEST || isHidden(node)) return;
    if (node.tagName === 'base' && URL.canParse(attribute('href'), url))
      base = new URL(attribute('href'), url).href;
    if (
      node.tagName === 'meta' &&
      /^robots$/i.test(attribute('name')) &&
      /\b(nofollow|none)\b/i.test(attribute('content'))
    )
      isFollowed = false;
    if (node.tagName === 'a' && !/\bnofollow\b/i.test(attribute('rel'))) {
      const found = addressOn(hostname, attribute('href').trim(), base);
      if (attribute('href') !== '' && found !== null && !links.has(found.url) && links.size < MOST_LINKS)
        links.set(found.url, {
          ...found,
          words: wordsIn(node, 0).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_WORDS),
        });
    }
    for (const child of node.childNodes) walk(child, depth + 1);
  }

  walk(parse(html), 0);
  return isFollowed ? [...links.values()] : [];
}

function wordsIn(node: Tree.Node, depth: number): string {
  if ('value' in node && node.nodeName === '#text') return node.value;
  if (!('childNodes' in node) || depth > 20) return '';
  if ('tagName' in node && (node.tagName === 'script' || node.tagName === 'style' || isHidden(node)))
    return '';
  return node.childNodes.map((child) => wordsIn(child, depth + 1)).join(' ');
}

function plainText(text: string): VisibleText {
  const blocks = text
    .split(/\n\s*\n/)
    .map((block) => block.replace(/\s+/g, ' ').trim())
    .filter((block) => block !== '');
  return { title: null, blocks, tables: [], hidden: 0, published: null };
}
