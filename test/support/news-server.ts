import { LoopbackServer } from './loopback.ts';

/** What the double of a news search knows; `pubDate` as feeds write it. */
export interface Headline {
  title: string;
  link?: string;
  source?: string;
  pubDate?: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** An RSS 2.0 answer as Google News writes it. */
export function rss(headlines: readonly Headline[]): string {
  const items = headlines.map(
    ({ title, link = 'https://news.example/1', source, pubDate }) =>
      `<item><title>${escaped(title)}</title><link>${escaped(link)}</link><guid isPermaLink="false">x</guid>${
        pubDate === undefined ? '' : `<pubDate>${pubDate}</pubDate>`
      }<description>&lt;a href="x"&gt;${escaped(title)}&lt;/a&gt;</description>${
        source === undefined ? '' : `<source url="https://paper.example">${escaped(source)}</source>`
      }</item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><rss xmlns:media="http://search.yahoo.com/mrss/" version="2.0"><channel><generator>NFE/5.0</generator><title>News</title><link>https://news.example</link>${items.join('')}</channel></rss>`;
}

/** A double of a news search, by the words searched for. */
export class NewsServer extends LoopbackServer {
  readonly found: Map<string, Headline[]>;

  constructor(found: Record<string, Headline[]> = {}) {
    const known = new Map(Object.entries(found));
    super((url) =>
      url.pathname === '/rss/search'
        ? {
            status: 200,
            type: 'application/xml; charset=utf-8',
            body: rss(known.get(url.searchParams.get('q') ?? '') ?? []),
          }
        : { status: 404, type: 'text/html', body: '<html></html>' },
    );
    this.found = known;
  }
}
