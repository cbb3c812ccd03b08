import type { Context } from '../../context.ts';
import { OutsideError } from '../../platform/index.ts';
import {
  DocumentNotKept,
  type DocumentRequest,
  type Documents,
  type EvidenceDocument,
  type ResearchSubject,
  type RunMode,
  turn,
} from '../port/index.ts';
import {
  createDocumentStore,
  type DocumentStore,
  type KeptDocument,
  LARGEST_DOCUMENT,
} from './document-store.ts';
import { isOn, type Received, type TransportParts } from './transport.ts';
import { createTransports } from './transports.ts';

/** Which documents a run may read. */
export interface DocumentTerms {
  mode: RunMode;
  /** The moment of the run, ISO-8601. */
  as_of: string;
}

export interface DocumentService {
  /**
   * Documents as a run may read them. CURRENT asks the sources, but for kept copies that are fresh; where a source fails, an
   * old copy never stands for a new one. OFFLINE asks nobody. HISTORICAL asks where nothing was kept since its moment, and
   * takes older copies where the source fails.
   */
  of(terms: DocumentTerms): Documents;
  /**
   * Pages of a company's own sites, by the operator's list: those that are kept, each with when it was published by the word
   * of whoever imported it.
   */
  issuerPages(
    subject: Pick<ResearchSubject, 'symbol' | 'former_symbols'>,
  ): Promise<{ url: string; published_at: string | null }[]>;
  readonly store: DocumentStore;
}

/** Documents of all sources: from the source itself at its pace, or from what is kept. */
export function createDocuments(
  context: Pick<Context, 'config' | 'clock' | 'limits' | 'database'>,
  parts: TransportParts = {},
): DocumentService {
  const { clock } = context;
  const store = createDocumentStore(context);
  const transports = createTransports(context, parts);

  async function fromKept(kept: KeptDocument, request: DocumentRequest): Promise<EvidenceDocument | null> {
    const body = await store.body(kept.id);
    if (body === null) return null;
    return {
      source: request.source,
      path: request.path,
      body,
      sha256: kept.sha256,
      fetched_at: kept.fetchedAt,
      ...(kept.publishedAt === null ? {} : { published_at: kept.publishedAt }),
      origin: kept.origin === 'FILE' ? 'FILE' : 'KEPT',
    };
  }

  async function fetched(request: DocumentRequest, received: Promise<Received>): Promise<EvidenceDocument> {
    const { source, path } = request;
    const { body, mediaType } = await received;
    refusePage(body, request);
    const { sha256, fetchedAt } = await store.put({
      source,
      path,
      body,
      mediaType,
      origin: 'NETWORK',
      publishedAt: null,
    });
    return { source, path, body, sha256, fetched_at: fetchedAt, origin: 'NETWORK' };
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
    terms: DocumentTerms,
    signal: AbortSignal | undefined,
  ): Promise<EvidenceDocument> {
    const { source, path } = request;
    const transport = transports[source];
    const keptOf = async (isLoose: boolean): Promise<EvidenceDocument | null> => {
      const kept = await store.find(source, path, { isLoose });
      return kept === null ? null : await fromKept(kept, request);
    };
    if (terms.mode === 'OFFLINE' || !isOn(transport)) {
      const found = await keptOf(true);
      if (found !== null) return found;
      throw new DocumentNotKept(source, path, isOn(transport) ? null : transport.switchedOff);
    }
    const kept = await store.find(source, path, { isLoose: false });
    if (kept !== null && isFresh(kept, request, terms)) {
      const found = await fromKept(kept, request);
      if (found !== null) return found;
    }
    try {
      return await fetched(request, transport.ask(request, signal));
    } catch (error) {
      if (!(error instanceof OutsideError) || terms.mode !== 'HISTORICAL') throw error;
      const found = await keptOf(true);
      if (found === null) throw error;
      return found;
    }
  }

  return {
    store,
    async issuerPages({ symbol, former_symbols }) {
      const symbols = [symbol, ...former_symbols].map((one) => one.toUpperCase().replace(/\.(NS|BO)$/, ''));
      const own = context.config.RESEARCH_ISSUER_DOMAINS.filter((one) => symbols.includes(one.symbol));
      const pages: { url: string; published_at: string | null }[] = [];
      for (const host of new Set(own.map((one) => one.host)))
        for (const url of await store.paths('issuer', `https://${host}/`)) {
          const kept = await store.find('issuer', url, { isLoose: false });
          pages.push({ url, published_at: kept?.publishedAt ?? null });
        }
      return pages;
    },
    of: (terms) => ({
      async get(request, signal) {
        const found = await get(request, terms, signal);
        // Whoever asked reads it now, as do others whose documents came in the same moment.
        await turn();
        return found;
      },
      kept: async (source, prefix) => await store.paths(source, prefix),
    }),
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
    throw new OutsideError(source, 'content_type', 'returned a page in the place of a document.', {
      status: 200,
    });
}
