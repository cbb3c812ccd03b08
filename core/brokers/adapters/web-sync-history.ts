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
 * - A page that comes again: its rows are known by their ids and count once. Where it took the place of another one,
 *   `total` tells that rows are missing.
 * - A list that shrinks while it is read: every row moves up, so one that would have begun the next page is never seen.
 *   `total` becomes smaller then. Without `total` this cannot be told from pages that are right.
 * - A list that grows while it is read: what is new at its end comes with its last page. Where something came in before,
 *   rows move down and come twice, which count once, and `total` tells that the new one is missing.
 *
 * @throws BrokerFailure HISTORY_INCOMPLETE, TOO_MUCH_DATA
 */
export async function* webHistory(range: TradeRange, ask: AskPage): AsyncIterable<TradePage> {
  const { from, to } = range;
  const seen = new Set<string>();
  let newest: string | null = null;
  let total: number | null = null;

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
    if (latest !== null && (newest === null || latest > newest)) newest = latest;
    if (keys.length > 0) yield { trades, left_out };
    if (keys.length >= pageSize) continue;

    if (total === null || seen.size < total) {
      const behind = await askPage(page + 1);
      if (behind.keys.some((key) => !seen.has(key)))
        throw failed('HISTORY_INCOMPLETE', `ended its list at page ${page} but has more pages after it`);
    }
    if (total === null ? endsEarly(range, newest) : seen.size < total)
      throw failed('HISTORY_INCOMPLETE', 'announced more transactions than it returned');
    return;
  }
  throw failed('TOO_MUCH_DATA', `has more than ${MAX_PAGES} pages of transactions`);
}

/** Whether earlier syncs recorded a trade of these days that is later than all that came now. */
function endsEarly({ from, to, reached = null }: TradeRange, newest: string | null): boolean {
  if (reached === null || reached > to || (from !== null && reached < from)) return false;
  return newest === null || newest < reached;
}
