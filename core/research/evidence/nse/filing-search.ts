import { MalformedDocument, type Parsing, UnreadDocument } from '../../parsing/index.ts';
import type { EvidenceDocument, EvidenceProviderName, SourceFailure } from '../../port/index.ts';
import { ask, askList, type Asking, jsonOf } from './ask.ts';
import { RESULTS_FILING, type ResultsFiling } from './results-filing.ts';
import { type ListedFiling, type ListPage, readIntegratedList, readOlderList } from './result-lists.ts';
import { XBRL_LIMITS } from './xbrl.ts';

const PAGE_ROWS = 20;
/** Ten years of a company fit in six pages; a list that never ends is left here. */
const MOST_PAGES = 12;
const INTEGRATED = '/api/integrated-filing-results?index=equities';
const FINANCIALS = 'type=Integrated%20Filing-%20Financials';
const OLDER = '/api/corporates-financial-results?index=equities';

interface FoundFilings {
  /** Of that symbol, the latest publication first; those without a time last. */
  filings: ListedFiling[];
  /** Rows of other companies, and rows that cannot be read. */
  foreign: number;
  unread: number;
  failures: SourceFailure[];
}

/**
 * What NSE lists of a company in both of its lists. A row that was changed later stands as it was at the moment of the run.
 * @throws the reason of the signal.
 */
export async function findFilings(
  asking: Asking,
  symbols: readonly string[],
  as_of: string,
): Promise<FoundFilings> {
  const found: FoundFilings = { filings: [], foreign: 0, unread: 0, failures: [] };
  const known = new Map<string, ListedFiling>();
  const take = (page: ListPage) => {
    let fresh = 0;
    found.unread += page.unread;
    for (const filing of page.filings) {
      if (!symbols.includes(filing.symbol.toUpperCase())) found.foreign += 1;
      else {
        const key = filing.path ?? filing.number;
        const other = known.get(key);
        if (other === undefined) fresh += 1;
        if (other === undefined || isKnownBetter(filing, other, as_of)) known.set(key, filing);
      }
    }
    return fresh;
  };
  for (const symbol of symbols) {
    const name = encodeURIComponent(symbol);
    await takeIntegrated(asking, name, take, found.failures);
    const older = await readList(asking, `${OLDER}&symbol=${name}&period=Quarterly`, readOlderList);
    if ('failure' in older) found.failures.push(older.failure);
    else take(older.page);
  }
  found.filings = [...known.values()].toSorted(
    (a, b) => (b.published_at ?? '').localeCompare(a.published_at ?? '') || b.number.localeCompare(a.number),
  );
  return found;
}

/** Of two rows of one filing the later one that was public by then; a dated one before one without a date. */
function isKnownBetter(one: ListedFiling, other: ListedFiling, as_of: string): boolean {
  const rank = ({ published_at: at }: ListedFiling): [number, string] =>
    at === null ? [1, ''] : Date.parse(at) <= Date.parse(as_of) ? [2, at] : [0, at];
  const [a, b] = [rank(one), rank(other)];
  return a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]);
}

async function takeIntegrated(
  asking: Asking,
  symbol: string,
  take: (page: ListPage) => number,
  failures: SourceFailure[],
): Promise<void> {
  let rows = 0;
  for (let nr = 1; nr <= MOST_PAGES; nr += 1) {
    const path = `${INTEGRATED}&symbol=${symbol}&${FINANCIALS}&page=${nr}&size=${PAGE_ROWS}`;
    const answer = await readList(asking, path, readIntegratedList);
    if ('failure' in answer) {
      failures.push(answer.failure);
      return;
    }
    const { page } = answer;
    const fresh = take(page);
    rows += page.rows;
    // The last page, or the same page again. A list that does not say how long it is ends with a short page.
    const isLast = page.total === null ? page.rows < PAGE_ROWS : rows >= page.total;
    if (page.rows === 0 || fresh === 0 || isLast) return;
  }
  failures.push({
    provider: asking.provider,
    kind: 'too_large',
    message: `NSE lists more than ${MOST_PAGES} pages of filings; the oldest were not read`,
  });
}

async function readList(
  asking: Asking,
  path: string,
  read: (body: unknown) => ListPage | null,
): Promise<{ page: ListPage } | { failure: SourceFailure }> {
  const { document, failure } = await askList(asking, 'nse_site', path);
  if (document === null) return { failure };
  const page = read(jsonOf(document.body));
  return page === null ? { failure: notTheList(asking.provider) } : { page };
}

function notTheList(provider: EvidenceProviderName): SourceFailure {
  return {
    provider,
    kind: 'malformed',
    message: 'NSE answered with something that is not its list of filings',
  };
}

/** A filing as it was received and read, why it is none, or why it did not come. */
type GotFiling =
  | { document: EvidenceDocument; filing: ResultsFiling }
  | { malformed: string }
  | { failure: SourceFailure };

/**
 * The document of a filing, read in the thread for large documents.
 * @throws UnreadDocument CLOSED, the reason of the signal.
 */
export async function getFiling(
  asking: Asking,
  parsing: Parsing,
  { path, number, scope }: ListedFiling & { path: string },
): Promise<GotFiling> {
  const { document, failure } = await ask(asking, {
    source: 'nse_archive',
    path,
    accept: /xml|octet-stream/i,
    maxBytes: XBRL_LIMITS.bytes,
    freshForMs: null,
  });
  if (document === null) return { failure };
  try {
    const filing = await parsing.read(
      RESULTS_FILING,
      document.body,
      { filing: number, scope },
      asking.signal,
    );
    return { document, filing };
  } catch (error) {
    const isOfDocument =
      error instanceof MalformedDocument || (error instanceof UnreadDocument && error.reason !== 'CLOSED');
    if (isOfDocument) return { malformed: error.message };
    throw error;
  }
}
