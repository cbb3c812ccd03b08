import type { Parsing } from '../../parsing/index.ts';
import type { Documents, EvidenceProviderName, ResearchSubject } from '../../port/index.ts';
import type { Asking } from './ask.ts';
import { findFilings, getFiling } from './filing-search.ts';
import { symbolsOf } from './filings-provider.ts';

const CODE = /^\d{6}$/;
/** How many filings are looked at for a code. */
const MOST_LOOKS = 3;

interface CodeSearch {
  provider: EvidenceProviderName;
  documents: Documents;
  signal: AbortSignal | undefined;
  /** Filings that were published later are not looked at. */
  as_of: string;
  parsing: Parsing;
}

/**
 * The number by which BSE knows a share: what is known of it, its symbol where that is one, else what its own filings with NSE name. Null where neither
 * says.
 */
export async function bseCodeOf(subject: ResearchSubject, search: CodeSearch): Promise<string | null> {
  const { provider, documents, signal, as_of, parsing } = search;
  const symbols = symbolsOf(subject);
  const own = [subject.bse_code ?? '', ...symbols].find((symbol) => CODE.test(symbol));
  if (own !== undefined) return own;
  const asking: Asking = { provider, documents, signal };
  const { filings } = await findFilings(asking, symbols, as_of);
  const before = filings.filter(
    ({ published_at }) => published_at !== null && Date.parse(published_at) <= Date.parse(as_of),
  );
  for (const { path, ...listed } of before.slice(0, MOST_LOOKS)) {
    if (path === null) continue;
    const got = await getFiling(asking, parsing, { ...listed, path });
    if (!('filing' in got)) continue;
    const { symbol, bse_code } = got.filing.entity;
    if (symbol !== null && symbols.includes(symbol) && bse_code !== null) return bse_code;
  }
  return null;
}
