import { DAY_MS } from '../../../platform/index.ts';
import { type Parsing, UnreadDocument } from '../../parsing/index.ts';
import {
  type Acquired,
  type Documents,
  type EvidenceDocument,
  type EvidenceProvider,
  type EvidenceRequest,
  type ResearchSubject,
  type SourceFailure,
  sourceFailure,
} from '../../port/index.ts';
import { discover, type PageOutcome } from './discover.ts';
import { packetOf } from './page-packet.ts';
import { SITE_PAGE } from './site-page.ts';

const NAME = 'issuer';
const PAGE_FRESH_FOR_MS = DAY_MS;
const LARGEST_PAGE = 4_000_000;
/** Of all sites of one company together. */
const MOST_PAGES = 12;
/** Of what a site gave in earlier runs. */
const MOST_KEPT = 60;
const MOST_BYTES = 24_000_000;

/** A page of the company itself, by the operator's word. */
export interface IssuerPage {
  /** https, of a host on the operator's list. */
  url: string;
  /** ISO-8601 in UTC, where whoever kept it told; null where the page itself must say. */
  published_at: string | null;
  /** When the site gave it, ISO-8601 in UTC; of an imported one, when it was imported. */
  fetched_at: string;
  /** Whether somebody imported it. */
  is_imported: boolean;
}

export interface IssuerParts {
  /** A company's own sites, and which of their pages are kept: a page that anybody else found is not among them. */
  sitesOf: (subject: ResearchSubject) => Promise<{ hosts: readonly string[]; pages: readonly IssuerPage[] }>;
  /** Where pages are read. */
  parsing: Parsing;
}

/**
 * What a company publishes on its own site: COMPANY, because of whose site it is on the operator's list. Kept pages are read
 * in every run, and a run about now looks on the sites themselves.
 */
export function createIssuerEvidence({ sitesOf, parsing }: IssuerParts): EvidenceProvider {
  return {
    name: NAME,
    covers: () => true,
    async acquire(request, documents) {
      const found: Acquired = { packets: [], refused: [], failures: [] };
      const { hosts, pages } = await sitesOf(request.subject);
      if (hosts.length === 0 && pages.length === 0)
        return { ...found, summary: 'No site of this company is in RESEARCH_ISSUER_DOMAINS' };
      const reader = readerOf(request, { hosts, pages, documents, parsing }, found);
      const isCurrent = request.mode === 'CURRENT';
      for (const { url } of keptPages(pages, isCurrent)) await reader.read(url);
      const words: string[] = [];
      let left = MOST_PAGES;
      for (const [at, host] of hosts.entries()) {
        let pdfs = 0;
        if (isCurrent) {
          const site = await discover(host, {
            request,
            documents,
            parsing,
            read: reader.read,
            mostPages: Math.ceil(left / (hosts.length - at)),
            isFull: reader.isFull,
          });
          left -= site.asked;
          pdfs = site.pdfs;
          found.failures.push(...site.failures);
        }
        words.push(wordsOf(host, { found, pdfs, notAllowed: reader.notAllowedOf(host) }));
      }
      return { ...found, summary: words.join('; ') };
    },
  };
}

/** What somebody imported; and where nobody looks on the site, what it gave last. */
function keptPages(pages: readonly IssuerPage[], isCurrent: boolean): IssuerPage[] {
  const given = pages
    .filter(({ is_imported }) => !is_imported)
    .toSorted((one, other) => other.fetched_at.localeCompare(one.fetched_at));
  const read = new Set(isCurrent ? [] : given.slice(0, MOST_KEPT));
  return pages.filter((one) => one.is_imported || read.has(one));
}

interface Reader {
  read: (url: string) => Promise<PageOutcome>;
  isFull: () => boolean;
  /** How many pages of a host its robots.txt did not allow. */
  notAllowedOf: (host: string) => number;
}

function readerOf(
  request: EvidenceRequest,
  {
    hosts,
    pages,
    documents,
    parsing,
  }: {
    hosts: readonly string[];
    pages: readonly IssuerPage[];
    documents: Documents;
    parsing: Parsing;
  },
  found: Acquired,
): Reader {
  const { signal } = request;
  const outcomes = new Map<string, PageOutcome>();
  const seen = new Set<string>();
  let bytes = 0;

  async function readAnew(url: string): Promise<PageOutcome> {
    signal?.throwIfAborted();
    try {
      const document = await documents.get(
        {
          source: 'issuer',
          path: url,
          accept: /^text\/(html|plain)|^application\/xhtml/i,
          maxBytes: LARGEST_PAGE,
          freshForMs: PAGE_FRESH_FOR_MS,
        },
        signal,
      );
      bytes += document.body.length;
      const where = document.path;
      const refuse = refusing(found, where);
      // Two addresses may lead to one page.
      if (seen.has(where)) return { links: [], failure: null };
      seen.add(where);
      const { hostname } = new URL(where);
      // Kept pages came with their hosts.
      if (where !== url && !hosts.includes(hostname)) {
        refuse(
          'OTHER_COMPANY',
          `${url.slice(0, 200)} leads to ${hostname}, which is the site of another company.`,
        );
        return { links: [], failure: null };
      }
      const { symbol, name, isin, former_symbols, currency } = request.subject;
      const subject = { symbol, name, isin, former_symbols, currency };
      const site = await parsing.read(SITE_PAGE, document.body, { url: where, subject }, signal);
      const published_at = publishedBy(pages, url, document);
      const packet = packetOf({ published_at }, { document, site }, request);
      if ('reason' in packet) refuse(packet.reason, packet.detail);
      else found.packets.push(packet);
      const isOther = 'reason' in packet && packet.reason !== 'AFTER_CUTOFF';
      return { links: isOther ? [] : site.links, failure: null };
    } catch (error) {
      signal?.throwIfAborted();
      const failure = failureOf(url, error);
      found.failures.push(failure);
      return { links: [], failure };
    }
  }

  return {
    isFull: () => bytes >= MOST_BYTES,
    notAllowedOf: (host) =>
      [...outcomes].filter(
        ([url, { failure }]) => failure?.kind === 'NOT_ALLOWED' && new URL(url).hostname === host,
      ).length,
    async read(url) {
      const outcome = outcomes.get(url) ?? (await readAnew(url));
      outcomes.set(url, outcome);
      return outcome;
    },
  };
}

function refusing(found: Acquired, url: string) {
  return (reason: Acquired['refused'][number]['reason'], detail: string): void => {
    found.refused.push({ provider: NAME, source_id: `${NAME}:${url}`, reason, detail });
  };
}

/** By the word of whoever imported just this: what the site says today is another page, though its address is the same. */
function publishedBy(
  pages: readonly IssuerPage[],
  url: string,
  { origin, published_at }: EvidenceDocument,
): string | null {
  if (published_at !== undefined) return published_at;
  return origin === 'NETWORK' ? null : (pages.find((one) => one.url === url)?.published_at ?? null);
}

function failureOf(url: string, error: unknown): SourceFailure {
  const failure: SourceFailure =
    error instanceof UnreadDocument && error.reason !== 'CLOSED'
      ? {
          provider: NAME,
          kind: error.reason === 'TOO_LARGE' ? 'too_large' : 'timeout',
          message: error.message,
        }
      : sourceFailure(NAME, error);
  return failure.kind === 'NOT_ALLOWED' || failure.kind === 'NOT_KEPT'
    ? failure
    : { ...failure, message: `${url.slice(0, 200)}: ${failure.message}` };
}

/** `5 pages of www.example.com, 2 not allowed by its robots.txt` */
function wordsOf(
  host: string,
  { found, pdfs, notAllowed }: { found: Acquired; pdfs: number; notAllowed: number },
): string {
  const read = found.packets.filter(({ url }) => url !== null && new URL(url).hostname === host).length;
  return [
    `${plural(read, 'page')} of ${host}`,
    ...(notAllowed > 0 ? [`${notAllowed} not allowed by its robots.txt`] : []),
    ...(pdfs > 0 ? [`${plural(pdfs, 'document')} in PDF found but not read`] : []),
  ].join(', ');
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
