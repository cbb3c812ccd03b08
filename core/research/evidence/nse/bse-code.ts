import type { Documents, EvidenceProviderName, ResearchSubject } from '../../port/index.ts';
import { ask, type Asking } from './ask.ts';
import { findFilings } from './filing-search.ts';
import { symbolsOf, type ReadFiling } from './filings-provider.ts';
import { MalformedFiling, XBRL_LIMITS } from './xbrl.ts';

const CODE = /^\d{6}$/;
/** How many filings are looked at for a code. */
const MOST_LOOKS = 3;

export interface CodeSearch {
  provider: EvidenceProviderName;
  documents: Documents;
  signal: AbortSignal | undefined;
  /** Filings that were published later are not looked at. */
  as_of: string;
  readFiling: ReadFiling;
}

/**
 * The number by which BSE knows a share: its symbol where that is one, else what its own filings with NSE name. Null where neither
 * says.
 */
export async function bseCodeOf(subject: ResearchSubject, search: CodeSearch): Promise<string | null> {
  const { provider, documents, signal, as_of, readFiling } = search;
  const symbols = symbolsOf(subject);
  const own = symbols.find((symbol) => CODE.test(symbol));
  if (own !== undefined) return own;
  const asking: Asking = { provider, documents, signal };
  const { filings } = await findFilings(asking, symbols);
  const before = filings.filter(
    ({ path, published_at }) =>
      path !== null && published_at !== null && Date.parse(published_at) <= Date.parse(as_of),
  );
  for (const { path, number, scope } of before.slice(0, MOST_LOOKS)) {
    const { document } = await ask(asking, {
      source: 'nse_archive',
      path: path ?? '',
      accept: /xml|octet-stream/i,
      maxBytes: XBRL_LIMITS.bytes,
      freshForMs: null,
    });
    if (document === null) continue;
    try {
      const { entity } = await readFiling({ body: document.body, filing: number, scope }, signal);
      const isOwn = entity.symbol !== null && symbols.includes(entity.symbol);
      if (isOwn && entity.bse_code !== null) return entity.bse_code;
    } catch (error) {
      if (!(error instanceof MalformedFiling)) throw error;
    }
  }
  return null;
}
