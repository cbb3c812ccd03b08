import { type Context, createCache, createHttp, type Http, OutsideError, PACES } from '../platform/index.ts';
import { NotAFeed, readFeed } from '../market/news/index.ts';
import type { NewsItem, NewsView } from './view.ts';

/** Answers of a search are kept for so long. */
const KEPT_MS = 10 * 60_000;
const KEPT_SEARCHES = 200;
const TIMEOUT_MS = 10_000;
const LARGEST_FEED = 2_000_000;

/** Headlines from an RSS search; whoever runs the server says where, and `off` asks nobody. */
export function createNews({
  config,
  clock,
  limits,
  log,
}: Pick<Context, 'config' | 'clock' | 'limits' | 'log'>) {
  const address = config.NEWS_RSS_BASE_URL === null ? null : new URL(config.NEWS_RSS_BASE_URL);
  const http: Http | null =
    address === null
      ? null
      : createHttp({
          system: 'News',
          baseUrl: address.origin,
          limiter: limits.of('news', PACES.news),
          clock,
          timeoutMs: TIMEOUT_MS,
          maxBytes: LARGEST_FEED,
          retries: 1,
        });
  const searches = createCache<NewsItem[]>({
    most: KEPT_SEARCHES,
    keptMs: KEPT_MS,
    now: () => clock.now().getTime(),
  });

  async function search(query: string): Promise<NewsItem[]> {
    if (http === null || address === null) return [];
    return await searches.read(query, '', async () => {
      const { body } = await http.text(address.pathname, {
        query: {
          ...Object.fromEntries(address.searchParams),
          q: query,
          hl: 'en-IN',
          gl: 'IN',
          ceid: 'IN:en',
        },
        accept: /xml/i,
      });
      return readFeed(body);
    });
  }

  return {
    isOn: http !== null,

    /**
     * The newest headlines. Never throws for what the outside does.
     * @param of the instrument; its name finds more than its symbol.
     */
    async about(of: { symbol: string; name: string | null }, most = 5): Promise<NewsView> {
      const query = of.name === null ? `${of.symbol} share` : `"${of.name.replaceAll('"', '')}" share`;
      const view = (items: NewsItem[], reason: string | null): NewsView => ({
        symbol: of.symbol,
        query,
        items,
        reason,
      });
      if (http === null) return view([], 'News is switched off on this server (NEWS_RSS_BASE_URL).');
      try {
        const items = (await search(query)).slice(0, most);
        return view(items, items.length === 0 ? 'No headlines found.' : null);
      } catch (error) {
        if (!(error instanceof OutsideError || error instanceof NotAFeed)) throw error;
        log.info({ err: error }, 'news could not be read');
        return view([], error instanceof NotAFeed ? UNREADABLE : FAULTS[error.kind]);
      }
    },
  };
}

const UNREADABLE = 'The news source’s answer could not be read.';
const FAULTS: Readonly<Record<OutsideError['kind'], string>> = {
  timeout: 'The news source did not answer in time.',
  network: 'The news source could not be reached.',
  rate_limited: 'The news source received too many requests. Try again later.',
  http: 'The news source returned an error.',
  content_type: UNREADABLE,
  too_large: UNREADABLE,
  malformed: UNREADABLE,
};
