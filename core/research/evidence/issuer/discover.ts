import { DAY_MS, OutsideError } from '../../../platform/index.ts';
import { readRobots } from '../../documents/index.ts';
import type { Parsing } from '../../parsing/index.ts';
import {
  type Documents,
  type EvidenceRequest,
  MalformedDocument,
  type SourceFailure,
  sourceFailure,
} from '../../port/index.ts';
import { addressOn, folderKey, pageKey } from './page-address.ts';
import { type Candidate, MOST_OF_FOLDER, rankPages, worthOf } from './rank-pages.ts';
import { SITEMAP, SITEMAP_LIMITS } from './sitemap.ts';
import type { PageLink } from './site-page.ts';

/** What came of asking for one page. */
export interface PageOutcome {
  links: readonly PageLink[];
  failure: SourceFailure | null;
}

interface Discovery {
  request: EvidenceRequest;
  documents: Documents;
  parsing: Parsing;
  /** Reads a page, or tells what came of it before. */
  read: (url: string) => Promise<PageOutcome>;
  /** Most pages that are asked for. */
  mostPages: number;
  /** Whether no more bytes may be read. */
  isFull: () => boolean;
}

interface Discovered {
  /** Pages that were asked for. */
  asked: number;
  notAllowed: number;
  pdfs: number;
  failures: SourceFailure[];
}

const MOST_CANDIDATES = 600;
const MOST_SITEMAPS = 5;
/** Links from the front page. */
const DEEPEST = 2;
const MOST_NOT_ALLOWED = 20;
/** A site that did not answer so often, one request after the other, is left alone. */
const MOST_MISSES = 2;
const FRESH_MS = DAY_MS;

/**
 * Finds pages for investors on a company's own host: from its front page, from its sitemaps, and from the pages that it finds.
 * The likeliest come first. It asks for no other host, for no page that the site's robots.txt does not allow, and for nothing
 * at all where that cannot be read.
 * @throws the reason of the request's signal
 */
export async function discover(host: string, discovery: Discovery): Promise<Discovered> {
  const { request, read, mostPages, isFull } = discovery;
  const year = new Date(request.as_of).getUTCFullYear();
  const result: Discovered = { asked: 0, notAllowed: 0, pdfs: 0, failures: [] };
  const sitemaps = await sitemapsOf(host, discovery, result);
  if (sitemaps === null) return result;
  const candidates = new Map<string, Candidate>();
  const taken = new Set<string>();
  const folders = new Map<string, number>();
  const pdfs = new Set<string>();
  const add = (one: Candidate): void => {
    const known = candidates.get(one.url);
    if (known !== undefined && (known.words !== '' || one.words === '')) return;
    if (candidates.size < MOST_CANDIDATES && worthOf(one, year) > 0)
      candidates.set(one.url, { ...one, changed: one.changed ?? known?.changed ?? null });
  };
  const next = (): Candidate | undefined =>
    rankPages(
      [...candidates.values()].filter(({ url }) => !taken.has(pageKey(url))),
      year,
    ).find(({ url }) => {
      const count = folders.get(folderKey(url));
      return count === undefined || count < MOST_OF_FOLDER;
    });

  for (const one of await pagesIn(sitemaps, host, discovery, result)) add(one);
  let page: Candidate | undefined = { url: `https://${host}/`, words: '', changed: null, depth: 0 };
  let misses = 0;
  while (
    page !== undefined &&
    result.asked < mostPages &&
    result.notAllowed < MOST_NOT_ALLOWED &&
    misses < MOST_MISSES &&
    !isFull()
  ) {
    const { url, depth } = page;
    taken.add(pageKey(url));
    const { links, failure } = await read(url);
    if (failure?.kind === 'NOT_ALLOWED') result.notAllowed += 1;
    else {
      result.asked += 1;
      const folder = folders.get(folderKey(url));
      if (depth > 0) folders.set(folderKey(url), folder === undefined ? 1 : folder + 1);
    }
    misses = failure?.kind === 'timeout' || failure?.kind === 'network' ? misses + 1 : 0;
    if (failure?.kind === 'rate_limited') break;
    for (const link of links)
      if (link.kind === 'PDF') pdfs.add(link.url);
      else if (depth < DEEPEST) add({ url: link.url, words: link.words, changed: null, depth: depth + 1 });
    page = next();
  }
  result.pdfs = pdfs.size;
  return result;
}

/** Addresses of a site's own sitemaps; null where its robots.txt cannot be read, and so nothing of it may be asked. */
async function sitemapsOf(
  host: string,
  { documents, request: { signal } }: Discovery,
  { failures }: Discovered,
): Promise<{ address: string; isNamed: boolean }[] | null> {
  const guessed = [{ address: `https://${host}/sitemap.xml`, isNamed: false }];
  try {
    const { body } = await documents.get(
      { source: 'issuer', path: `https://${host}/robots.txt`, accept: /./, freshForMs: FRESH_MS },
      signal,
    );
    const named = readRobots(body.toString('utf8'), '').sitemaps.filter((address) => isOn(host, address));
    return named.length === 0 ? guessed : named.map((address) => ({ address, isNamed: true }));
  } catch (error) {
    signal?.throwIfAborted();
    const status = error instanceof OutsideError ? error.status : null;
    // A site without one asks for nothing.
    if (status !== null && status >= 400 && status < 500 && status !== 429) return guessed;
    const failure = sourceFailure('issuer', error);
    failures.push({ ...failure, message: `${host}: ${failure.message} Munim looked for none of its pages.` });
    return null;
  }
}

/** Pages that a site's own lists name, with those of a list of lists. */
async function pagesIn(
  named: readonly { address: string; isNamed: boolean }[],
  host: string,
  { documents, parsing, request }: Discovery,
  { failures }: Discovered,
): Promise<Candidate[]> {
  const { signal, as_of } = request;
  const year = new Date(as_of).getUTCFullYear();
  const waiting = named.map((one) => ({ ...one, isFirst: true }));
  const known = new Set(waiting.map(({ address }) => address));
  const pages: Candidate[] = [];
  for (let asked = 0; asked < MOST_SITEMAPS; asked += 1) {
    const one = waiting.shift();
    if (one === undefined) break;
    signal?.throwIfAborted();
    try {
      const { body } = await documents.get(
        {
          source: 'issuer',
          path: one.address,
          accept: /xml|gzip|octet-stream|^text\/plain/i,
          maxBytes: SITEMAP_LIMITS.bytes,
          freshForMs: FRESH_MS,
        },
        signal,
      );
      const list = await parsing.read(SITEMAP, body, { host, year }, signal);
      pages.push(...list.pages);
      const more = list.sitemaps
        .filter((address) => one.isFirst && !known.has(address))
        .toSorted((a, b) => listWorth(b) - listWorth(a));
      for (const address of more) {
        known.add(address);
        waiting.push({ address, isNamed: true, isFirst: false });
      }
    } catch (error) {
      signal?.throwIfAborted();
      // That a site has none at the usual place is no fault.
      if (!one.isNamed && (error instanceof OutsideError || error instanceof MalformedDocument)) continue;
      const failure = sourceFailure('issuer', error);
      failures.push({ ...failure, message: `${one.address.slice(0, 200)}: ${failure.message}` });
    }
  }
  return pages;
}

/** Lists of pages by what they are called. */
const listWorth = (address: string): number =>
  /invest|result|financ|press|news|media|report/i.test(address) ? 2 : /page|post/i.test(address) ? 1 : 0;

function isOn(host: string, address: string): boolean {
  // A list may have any ending.
  return URL.canParse(address) && addressOn(host, new URL('/', address).href) !== null;
}
