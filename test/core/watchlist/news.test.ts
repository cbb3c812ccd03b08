import assert from 'node:assert/strict';
import { NotAFeed, readFeed } from '../../../core/market/news/index.ts';
import { testCore, type TestCore } from '../../support/core.ts';
import { NewsServer, rss } from '../../support/news-server.ts';

const TITLE = 'TCS wins a deal & more';

describe('news', () => {
  describe('of a feed', () => {
    it('each item has its title, source, time and address; the newest comes first', () => {
      const items = readFeed(
        rss([
          { title: 'Old', pubDate: 'Sun, 01 Mar 2026 07:00:00 GMT' },
          {
            title: `${TITLE} - The Paper`,
            source: 'The Paper',
            link: 'https://news.example/2?a=1&b=2',
            pubDate: 'Mon, 02 Mar 2026 07:00:00 GMT',
          },
          { title: 'Timeless', pubDate: 'soon' },
        ]),
      );
      assert.deepEqual(items[0], {
        title: TITLE,
        url: 'https://news.example/2?a=1&b=2',
        source: 'The Paper',
        published_at: '2026-03-02T07:00:00.000Z',
      });
      assert.deepEqual(
        items.map(({ title, published_at }) => [title, published_at?.slice(0, 10) ?? null]),
        [
          [TITLE, '2026-03-02'],
          ['Old', '2026-03-01'],
          ['Timeless', null],
        ],
      );
    });

    it('an address that is not of the web is no address; CDATA is text; an item without a title is left out', () => {
      const [bad] = readFeed(rss([{ title: 'x', link: 'javascript:alert(1)' }]));
      assert.equal(bad?.url, null);
      const cdata =
        '<rss><channel><item><title><![CDATA[A <b>]]> c</title></item><item><link>y</link></item></channel></rss>';
      assert.deepEqual(
        readFeed(cdata).map(({ title }) => title),
        ['A <b> c'],
      );
    });

    it('anything else is refused: pages, broken XML, document types, bottomless nesting', () => {
      for (const text of [
        '',
        'Sorry',
        '<html><body/></html>',
        '<rss></rss>',
        rss([{ title: 'x' }]).slice(0, -20),
        `<!DOCTYPE rss [<!ENTITY a "aaaa">]>${rss([])}`,
        `<rss>${'<a>'.repeat(100)}`,
      ])
        assert.throws(() => readFeed(text), NotAFeed, text.slice(0, 40));
    });
  });

  describe('from outside', () => {
    let server: NewsServer;
    let world: TestCore;
    before(async () => {
      server = await new NewsServer({
        '"Tata Consultancy" share': [{ title: TITLE, source: 'The Paper' }],
      }).start();
      world = await testCore({ environment: { NEWS_RSS_BASE_URL: `${server.url}/rss/search` } });
    });
    after(async () => {
      await world.close();
      await server.close();
    });
    const about = async (symbol: string, name: string | null = null) =>
      await world.core.watchlist.news.about({ symbol, name });

    it('is searched by the name where it is known, and kept for ten minutes', async () => {
      const found = await about('TCS', 'Tata Consultancy');
      assert.deepEqual([found.items.map(({ title }) => title), found.reason], [[TITLE], null]);
      await about('TCS', 'Tata Consultancy');
      assert.equal(server.requests.length, 1);
      world.clock.pass(11);
      await about('TCS', 'Tata Consultancy');
      assert.equal(server.requests.length, 2);
      const none = await about('NOWHERE');
      assert.deepEqual([none.query, none.items, none.reason], ['NOWHERE share', [], 'No headlines found.']);
    });

    it('whatever the source does, there is a reason in words, and nothing of a fault is kept', async () => {
      const faults = [
        [{ kind: 'status', status: 500 }, /error/],
        [{ kind: 'drop' }, /reached/],
        [{ kind: 'cut' }, /reached|could not be read/],
        [{ kind: 'body', body: '<html>Consent</html>', type: 'text/html' }, /could not be read/],
        [{ kind: 'body', body: '<html/>', type: 'text/xml' }, /could not be read/],
      ] as const;
      for (const [index, [fault, words]] of faults.entries()) {
        server.fail(fault);
        const symbol = `FAULT${index}`;
        const { items, reason } = await about(symbol);
        assert.deepEqual(items, []);
        assert.match(reason ?? '', words);
        server.calm();
        assert.equal((await about(symbol)).reason, 'No headlines found.');
      }
    });
  });

  it('switched off it asks nobody and says so', async () => {
    const world = await testCore();
    const { reason } = await world.core.watchlist.news.about({ symbol: 'TCS', name: null });
    assert.match(reason ?? '', /NEWS_RSS_BASE_URL/);
    await world.close();
  });
});
