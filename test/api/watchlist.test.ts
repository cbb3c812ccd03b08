import assert from 'node:assert/strict';
import type { AlertView, NewsView, WatchlistItemView } from '../../core/watchlist/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { NewsServer } from '../support/news-server.ts';

const ITEMS = '/api/portfolio/watchlist';
const ALERTS = '/api/portfolio/alerts';

interface PageOf<T> {
  items: T[];
  total: number;
}

describe('watchlist and alerts over HTTP', () => {
  let news: NewsServer;
  let world: TestApi;
  let owner: ApiClient;
  before(async () => {
    news = await new NewsServer({
      'TCS share': [
        {
          title: 'TCS wins an order - The Paper',
          link: 'https://news.example/tcs',
          source: 'The Paper',
          pubDate: 'Mon, 02 Mar 2026 04:00:00 GMT',
        },
        { title: 'TCS opens an office', pubDate: 'Sun, 01 Mar 2026 04:00:00 GMT' },
      ],
    }).start();
    world = await testApi({ environment: { NEWS_RSS_BASE_URL: `${news.url}/rss/search` } });
    owner = await world.signedIn();
  });
  after(async () => {
    await world.close();
    await news.close();
  });

  it('portfolio/Endpoints, watchlist: it starts empty; added, listed, taken off', async () => {
    assert.equal((await owner.get<PageOf<WatchlistItemView>>(ITEMS)).body.total, 0);
    const made = await owner.post<WatchlistItemView>(ITEMS, { symbol: 'itc', currency: 'INR' });
    assert.deepEqual([made.status, made.body.symbol], [201, 'ITC']);
    assert.equal((await owner.post(ITEMS, { symbol: 'ITC' })).status, 409);
    assert.equal((await owner.post(ITEMS, { symbol: 'I T C' })).status, 422);
    assert.equal((await owner.request('DELETE', `${ITEMS}/${made.body.id}`, {})).status, 204);
    assert.equal((await owner.request('DELETE', `${ITEMS}/${made.body.id}`, {})).status, 404);
  });

  it('headlines of what is watched, with source and time; without any there is the reason', async () => {
    const { body: tcs } = await owner.post<WatchlistItemView>(ITEMS, { symbol: 'TCS', currency: 'INR' });
    const found = await owner.get<NewsView>(`${ITEMS}/${tcs.id}/news`);
    assert.deepEqual(found.body.items, [
      {
        title: 'TCS wins an order',
        url: 'https://news.example/tcs',
        source: 'The Paper',
        published_at: '2026-03-02T04:00:00.000Z',
      },
      {
        title: 'TCS opens an office',
        url: 'https://news.example/1',
        source: null,
        published_at: '2026-03-01T04:00:00.000Z',
      },
    ]);
    assert.equal((await owner.get<NewsView>(`${ITEMS}/${tcs.id}/news?most=1`)).body.items.length, 1);
    assert.equal((await owner.get(`${ITEMS}/${tcs.id}/news?most=0`)).status, 422);
    assert.equal((await owner.get(`${ITEMS}/999999/news`)).status, 404);
    const { body: infy } = await owner.post<WatchlistItemView>(ITEMS, { symbol: 'INFY', currency: 'INR' });
    const none = await owner.get<NewsView>(`${ITEMS}/${infy.id}/news`);
    assert.deepEqual([none.body.items, none.body.reason], [[], 'No headlines found.']);
  });

  it('an alert is made, read, changed and deleted; a wrong change is refused with its field', async () => {
    const made = await owner.post<AlertView>(ALERTS, { kind: 'PRICE_ABOVE', symbol: 'TCS', threshold: 4000 });
    assert.equal(made.status, 201);
    const at = `${ALERTS}/${made.body.id}`;
    assert.deepEqual((await owner.get<AlertView>(at)).body, made.body);
    const changed = await owner.put<AlertView>(at, { kind: 'DAY_MOVE_PCT', threshold: 5 });
    assert.deepEqual(
      [changed.status, changed.body.id, changed.body.label],
      [200, made.body.id, 'TCS moves 5% in a day'],
    );
    const wrong = await owner.put<{ errors: { field: string }[] }>(at, { threshold: 'much' });
    assert.deepEqual([wrong.status, wrong.body.errors.map(({ field }) => field)], [422, ['threshold']]);
    assert.equal((await owner.put(at, { symbol: 'INFY' })).status, 422);
    assert.equal((await owner.request('DELETE', at, {})).status, 204);
    assert.equal((await owner.get(at)).status, 404);
    assert.equal((await owner.put(at, { threshold: 1 })).status, 404);
  });
});
