import { type Context, OutsideError } from '../../platform/index.ts';
import { isZip, unzipFirst } from '../../market/history/index.ts';
import {
  DocumentNotKept,
  type DocumentRequest,
  type Documents,
  type DocumentSource,
  type EvidenceDocument,
  type ResearchSubject,
  type RunMode,
  turn,
} from '../port/index.ts';
import { createDocumentStore, type DocumentStore, LARGEST_DOCUMENT, sha256Of } from './document-store.ts';
import type { KeptDocument } from './document-versions.ts';
import { documentKey } from './document-key.ts';
import { mergeOf } from './merged-lists.ts';
import { isOn, type Received, type TransportParts } from './transport.ts';
import { createTransports } from './transports.ts';

/** Which documents a run may read. */
export interface DocumentTerms {
  mode: RunMode;
  /** The moment of the run, ISO-8601. */
  as_of: string;
}

/** A company's own sites. */
interface IssuerSites {
  /** Their hosts, in the order of the list. */
  hosts: string[];
  pages: {
    url: string;
    /** By the word of whoever imported it; null where nobody says. */
    published_at: string | null;
    /** When the site gave it, or it was imported. */
    fetched_at: string;
    /** Whether somebody imported it; else it was read from the site before. */
    is_imported: boolean;
  }[];
}

export interface DocumentService {
  /**
   * Documents as a run may read them. CURRENT asks the sources, but for kept copies that are fresh; where a source fails, an
   * old copy never stands for a new one. OFFLINE asks nobody. HISTORICAL asks where nothing was kept since its moment, and
   * takes older copies where the source fails.
   */
  of(terms: DocumentTerms): Documents;
  /** A company's own sites, by the operator's list, and which of their pages are kept. Nobody is asked. */
  issuerSites(subject: Pick<ResearchSubject, 'symbol' | 'former_symbols'>): Promise<IssuerSites>;
  readonly store: DocumentStore;
}

/** Versions of a list that are read together. */
const MOST_MERGED = 500;

const LARGEST_UNPACKED = 32_000_000;

/** A day's file as text: the exchange packs its own, and what somebody imported of that day is not packed. */
function unpacked(body: Buffer): Buffer {
  try {
    return isZip(body) ? unzipFirst(body, LARGEST_UNPACKED).bytes : body;
  } catch {
    return body;
  }
}

/** Of a site, what is no page. */
const FOR_PROGRAMS = /^\/robots\.txt$|\.(xml|gz)$/i;

/** Documents of all sources: from the source itself at its pace, or from what is kept. */
export function createDocuments(
  context: Pick<Context, 'config' | 'clock' | 'limits' | 'database'>,
  parts: TransportParts = {},
): DocumentService {
  const { clock } = context;
  const store = createDocumentStore(context);
  const transports = createTransports(context, parts);

  const asKept = (kept: KeptDocument, body: Buffer, { source, path }: DocumentRequest): EvidenceDocument => ({
    source,
    path,
    body,
    sha256: kept.sha256,
    fetched_at: kept.fetchedAt,
    ...(kept.publishedAt === null ? {} : { published_at: kept.publishedAt }),
    origin: kept.origin === 'FILE' ? 'FILE' : 'KEPT',
  });

  async function fromKept(kept: KeptDocument, request: DocumentRequest): Promise<EvidenceDocument | null> {
    const body = await store.body(kept.id);
    return body === null ? null : asKept(kept, body, request);
  }

  /** What is kept of a request: all versions of a list in one, of anything else the best. */
  async function keptOf(
    request: DocumentRequest,
    options: { isLoose: boolean; publishedBy: string | null },
  ): Promise<EvidenceDocument | null> {
    const { source, path } = request;
    const found = await store.read(source, path, options);
    if (found === null) return null;
    const { kept, body: newest, versions } = found;
    const best = asKept(kept, newest, request);
    const merge = mergeOf(source, documentKey(source, path).place);
    if (merge === null || versions.length === 1) return best;
    const bodies: string[] = [];
    for (const { id } of versions.slice(0, MOST_MERGED)) {
      const body = id === kept.id ? newest : await store.body(id);
      if (body !== null) bodies.push(unpacked(body).toString('utf8'));
      await turn();
    }
    const merged = bodies.length > 1 ? merge(bodies) : null;
    if (merged === null) return best;
    const body = Buffer.from(merged);
    return {
      source: request.source,
      path: request.path,
      body,
      sha256: sha256Of(body),
      fetched_at:
        versions
          .map(({ fetchedAt }) => fetchedAt)
          .toSorted()
          .at(-1) ?? kept.fetchedAt,
      origin: versions.some(({ origin }) => origin === 'FILE') ? 'FILE' : 'KEPT',
    };
  }

  async function fetched(request: DocumentRequest, received: Promise<Received>): Promise<EvidenceDocument> {
    const { source } = request;
    const { body, mediaType, path = request.path } = await received;
    refusePage(body, request);
    const stored = await store.put({
      source,
      path,
      body,
      mediaType,
      origin: 'NETWORK',
      publishedAt: null,
    });
    return {
      source,
      path,
      body,
      sha256: stored.sha256,
      fetched_at: stored.fetchedAt,
      ...(stored.publishedAt === null ? {} : { published_at: stored.publishedAt }),
      origin: 'NETWORK',
    };
  }

  function isFresh(
    { fetchedAt }: KeptDocument,
    { freshForMs }: DocumentRequest,
    terms: DocumentTerms,
  ): boolean {
    if (freshForMs === null) return true;
    // What was read after the cut-off has all that was published before it.
    if (terms.mode === 'HISTORICAL') return fetchedAt >= new Date(terms.as_of).toISOString();
    return clock.now().getTime() - Date.parse(fetchedAt) < freshForMs;
  }

  async function get(
    request: DocumentRequest,
    { terms, isKept }: { terms: DocumentTerms; isKept: (request: DocumentRequest) => Promise<boolean> },
    signal: AbortSignal | undefined,
  ): Promise<EvidenceDocument> {
    const { source, path } = request;
    const transport = transports[source];
    // A list of today is the newest one; what is read for a moment is all that is known of it.
    const publishedBy = terms.mode === 'CURRENT' ? null : terms.as_of;
    const asksNobody = terms.mode === 'OFFLINE' || !isOn(transport);
    if (asksNobody || request.isKeptOnly === true) {
      const found =
        asksNobody && !(await isKept(request)) ? null : await keptOf(request, { isLoose: true, publishedBy });
      if (found !== null) return found;
      throw new DocumentNotKept(source, path, isOn(transport) ? null : transport.switchedOff);
    }
    const kept = await store.find(source, path, { isLoose: false });
    if (kept !== null && isFresh(kept, request, terms)) {
      const isWhole = terms.mode === 'HISTORICAL' || request.freshForMs === null;
      const found = isWhole
        ? await keptOf(request, { isLoose: false, publishedBy })
        : await fromKept(kept, request);
      if (found !== null) return found;
    }
    try {
      return await fetched(request, transport.ask(request, signal));
    } catch (error) {
      if (!(error instanceof OutsideError) || terms.mode !== 'HISTORICAL') throw error;
      const found = await keptOf(request, { isLoose: true, publishedBy });
      if (found === null) throw error;
      return found;
    }
  }

  return {
    store,
    async issuerSites({ symbol, former_symbols }) {
      const symbols = [symbol, ...former_symbols].map((one) => one.toUpperCase().replace(/\.(NS|BO)$/, ''));
      const own = context.config.RESEARCH_ISSUER_DOMAINS.filter((one) => symbols.includes(one.symbol));
      const sites: IssuerSites = { hosts: [...new Set(own.map((one) => one.host))], pages: [] };
      for (const host of sites.hosts)
        for (const { path, publishedAt, fetchedAt, isImported } of await store.pages(
          'issuer',
          `https://${host}/`,
        ))
          if (!FOR_PROGRAMS.test(new URL(path).pathname))
            sites.pages.push({
              url: path,
              published_at: publishedAt,
              fetched_at: fetchedAt,
              is_imported: isImported,
            });
      return sites;
    },
    of(terms) {
      // Of sources that nobody asks: a year of sessions that are not kept needs no query each.
      const places = new Map<DocumentSource, Promise<ReadonlySet<string>>>();
      const isKept = async ({ source, path }: DocumentRequest): Promise<boolean> => {
        const known = places.get(source) ?? store.places(source);
        places.set(source, known);
        return (await known).has(documentKey(source, path).place);
      };
      return {
        async get(request, signal) {
          const found = await get(request, { terms, isKept }, signal);
          // Whoever asked reads it now, as do others whose documents came in the same moment.
          await turn();
          return found;
        },
        kept: async (source, prefix) => await store.paths(source, prefix),
      };
    },
  };
}

/** A page in the place of a document, whatever it says that it is. */
function refusePage(body: Buffer, { source, accept, maxBytes = LARGEST_DOCUMENT }: DocumentRequest): void {
  if (body.length > maxBytes)
    throw new OutsideError(source, 'too_large', `sent more than ${maxBytes} bytes.`);
  if (accept.test('text/html')) return;
  const start = body
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (/^<(!doctype html|html|head|body)\b/i.test(start))
    throw new OutsideError(source, 'content_type', 'returned a page instead of a document.', {
      status: 200,
    });
}
