import type { TradePage, TradeRange } from '../adapter.ts';
import { failed } from './web-sync-client.ts';
import type { WebPage } from './web-sync-wire.ts';

const ROWS_A_PAGE = 100;
const MAX_PAGES = 200;

type AskPage = (query: Record<string, string>) => Promise<WebPage>;

/**
 * The transactions page by page, until one is short or empty (spec: Connection sync rules 5). With more pages than one sync
 * reads, nothing of them counts.
 *
 * A page that is short or empty is the end only if nothing speaks against it; where something does, the history is
 * incomplete, nothing of the sync is recorded, and the next one asks for the same days again:
 *
 * - An empty page, or one that was cut, in the middle: `total` tells of more rows, or the page behind it has rows that did
 *   not come yet. It is looked at unless `total` shows that everything is there.
 * - An end that came too early: `total` tells so; where there is none, earlier syncs recorded a later trade of these days.
 *   Such an end is right where the last trades were taken back. The evidence is a second reading, of the whole history: it
 *   ends like the first, on the same row of a page that is short but not empty. A lost page leaves a full page at the end, and
 *   a backend that shows nothing at all proves nothing.
 * - A page that comes again: its rows are known by their ids and count once. Where it took the place of another one,
 *   `total` tells that rows are missing.
 * - A list that shrinks while it is read: every row moves up, so one that would have begun the next page is never seen.
 *   `total` becomes smaller then. Without `total` this cannot be told from pages that are right.
 * - A list that grows while it is read: what is new at its end comes with its last page. Where something came in before,
 *   rows move down and come twice, which count once, and `total` tells that the new one is missing.
 *
 * A reading that ends well has every trade of its days: the last page says so.
 *
 * @throws BrokerFailure HISTORY_INCOMPLETE, TOO_MUCH_DATA
 */
export async function* webHistory(range: TradeRange, ask: AskPage): AsyncIterable<TradePage> {
  const first = yield* readPages(range, ask);
  const isDoubtful = first.total === null && endsEarly(range, first.newest);
  if (isDoubtful && !(await isConfirmed(range, first, ask))) throw incomplete();
  yield {
    trades: [],
    left_out: [],
    whole: { from: range.from, to: range.to, of: 'EVERYTHING' },
    ...(isDoubtful ? { endsEarly: true } : {}),
  };
}

/** How a list of transactions ended. */
interface ListEnd {
  /** Key of the last row of all; null where there was none. */
  last: string | null;
  /** Latest day that a row bears. */
  newest: string | null;
  total: number | null;
  /** Its last page has rows, and fewer than a page may have. */
  isShort: boolean;
}

const incomplete = () => failed('HISTORY_INCOMPLETE', 'announced more transactions than it returned');

async function* readPages({ from, to }: TradeRange, ask: AskPage): AsyncGenerator<TradePage, ListEnd> {
  const seen = new Set<string>();
  let newest: string | null = null;
  let total: number | null = null;
  let last: string | null = null;

  const askPage = async (page: number): Promise<WebPage> => {
    const answer = await ask({
      ...(from === null ? {} : { from }),
      to,
      page: String(page),
      page_size: String(ROWS_A_PAGE),
    });
    if (total !== null && answer.total !== null && answer.total < total)
      throw failed('HISTORY_INCOMPLETE', 'removed rows from its list while it was read');
    total = answer.total ?? total;
    return answer;
  };

  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { keys, pageSize, trades, left_out, newest: latest } = await askPage(page);
    for (const key of keys) seen.add(key);
    last = keys.at(-1) ?? last;
    if (latest !== null && (newest === null || latest > newest)) newest = latest;
    if (keys.length > 0) yield { trades, left_out };
    if (keys.length >= pageSize) continue;

    if (total === null || seen.size < total) {
      const behind = await askPage(page + 1);
      if (behind.keys.some((key) => !seen.has(key)))
        throw failed('HISTORY_INCOMPLETE', `ended its list at page ${page} but has more pages after it`);
    }
    if (total !== null && seen.size < total) throw incomplete();
    return { last, newest, total, isShort: keys.length > 0 };
  }
  throw failed('TOO_MUCH_DATA', `has more than ${MAX_PAGES} pages of transactions`);
}

/** Whether the whole history ends on the row on which the days asked for ended. */
async function isConfirmed(range: TradeRange, first: ListEnd, ask: AskPage): Promise<boolean> {
  const again = readPages({ ...range, from: null }, ask);
  for (;;) {
    const { done, value } = await again.next();
    if (done !== true) continue;
    if (!value.isShort) return false;
    if (first.last !== null) return value.last === first.last;
    // None of the days asked for has a row: the list ends before them.
    return range.from !== null && value.newest !== null && value.newest < range.from;
  }
}

/** Whether earlier syncs recorded a trade of these days that is later than all that came now. */
function endsEarly({ from, to, reached = null }: TradeRange, newest: string | null): boolean {
  if (reached === null || reached > to || (from !== null && reached < from)) return false;
  return newest === null || newest < reached;
}
