import assert from 'node:assert/strict';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';

interface List {
  items: { day?: string; recorded_at?: string; price?: number; title?: string }[];
  page: number;
  page_size: number;
  total: number;
  earlier_to: string | null;
}

const SNAPSHOTS = '/api/portfolio/reports/snapshots';
const HOUR_MS = 3_600_000;

// A list that is longer than one answer says how long it is, and the rest of it can be asked for. Before, snapshots beyond
// the newest 10,000, prices by hand beyond 200 and failed messages beyond 50 were left out without a word, and a goal's
// history began with the day it was made.
describe('lists longer than one answer', () => {
  let world: TestApi;
  let client: ApiClient & { userId: string };
  before(async () => {
    world = await testApi();
    client = await world.signedIn('owner');
  });
  after(() => world.close());

  const insert = async (table: string, rows: object[]) =>
    await world.core.database.asSystem('a long list for a test', async (trx) => {
      await trx(table).insert(rows.map((row) => ({ owner_user_id: client.userId, ...row })));
    });
  const list = async (path: string) => {
    const { status, body, text } = await client.get<List>(path);
    assert.equal(status, 200, text);
    return body;
  };

  it('portfolio/Reports /snapshots: limit keeps the most recent ones oldest first, and earlier_to asks for those before', async () => {
    await client.post('/api/portfolio/portfolios', { name: 'Long' });
    const id = (await world.core.portfolio.portfolios.findByName(client.userId, 'Long'))?.id ?? '';
    const times = Array.from({ length: 25 }, (_, at) =>
      new Date(Date.parse('2026-01-05T04:00:00.123Z') + at * HOUR_MS).toISOString(),
    );
    await insert(
      'portfolio.snapshots',
      times.map((time) => ({
        portfolio_id: id,
        hour: `${time.slice(0, 13)}:00:00.000Z`,
        recorded_at: time,
        current_value: 100,
        total_invested: 100,
        holdings_count: 1,
        state: 'AVAILABLE',
      })),
    );
    const whole = await list(`${SNAPSHOTS}?portfolio=Long`);
    assert.deepEqual([whole.items.length, whole.total, whole.earlier_to], [25, 25, null]);

    // Part by part, each put before the ones known: 7, 7, 7 and the last 4.
    const collected: (string | undefined)[] = [];
    const totals: number[] = [];
    let to: string | null = '';
    while (to !== null) {
      const part: List = await list(`${SNAPSHOTS}?portfolio=Long&limit=7${to === '' ? '' : `&to=${to}`}`);
      collected.unshift(...part.items.map(({ recorded_at }) => recorded_at));
      totals.push(part.total);
      to = part.earlier_to;
    }
    assert.deepEqual(collected, times);
    assert.deepEqual(totals, [25, 18, 11, 4]);

    // A window is kept: three hours of it, of which the last two are asked for.
    const window = await list(`${SNAPSHOTS}?portfolio=Long&from=${times[3]}&to=${times[5]}&limit=2`);
    assert.deepEqual(
      [window.items.map(({ recorded_at }) => recorded_at), window.total],
      [[times[4], times[5]], 3],
    );
    const before = await list(`${SNAPSHOTS}?portfolio=Long&from=${times[3]}&to=${window.earlier_to}&limit=2`);
    assert.deepEqual(
      [before.items.map(({ recorded_at }) => recorded_at), before.total, before.earlier_to],
      [[times[3]], 1, null],
    );
  });

  it('portfolio/Reports /goals/{id}/history: the newest days come first, and pages lead to the first one', async () => {
    const goal = await client.post<{ id: string }>('/api/portfolio/goals', {
      name: 'Long',
      type: 'INCOME',
      target_monthly_income: 1000,
    });
    const days = Array.from({ length: 60 }, (_, at) =>
      new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
    );
    await insert(
      'portfolio.goal_snapshots',
      days.map((day) => ({
        goal_id: goal.body.id,
        day,
        state: 'BEHIND',
        target: 1000,
        recorded_at: `${day}T12:00:00Z`,
      })),
    );
    const path = `/api/portfolio/reports/goals/${goal.body.id}/history`;
    const first = await list(path);
    assert.deepEqual([first.items.length, first.total], [50, 60]);
    const second = await list(`${path}?page=2`);
    const read = [...first.items, ...second.items].map(({ day }) => day);
    assert.deepEqual(read, days.toReversed());
  });

  it('prices entered by hand come page by page, newest first, with how many there are', async () => {
    const made = await client.post<{ id: string }>('/api/portfolio/holdings', {
      portfolio: 'Long',
      symbol: 'OWN',
      asset_class: 'Unlisted',
      currency: 'INR',
      quantity: 1,
      avg_buy_price: 1,
    });
    const path = `/api/portfolio/holdings/${made.body.id}/ltp`;
    await insert(
      'portfolio.holding_price_updates',
      Array.from({ length: 205 }, (_, at) => ({
        holding_id: made.body.id,
        valuation_date: '2026-01-05',
        price: at + 1,
        source: 'MANUAL',
      })),
    );
    const first = await list(`${path}?page_size=200`);
    assert.deepEqual([first.items.length, first.total, first.items[0]?.price], [200, 205, 205]);
    const rest = await list(`${path}?page_size=200&page=2`);
    assert.deepEqual(
      rest.items.map(({ price }) => price),
      [5, 4, 3, 2, 1],
    );
  });

  it('messages that were given up come page by page with how many there are', async () => {
    const now = new Date();
    for (let at = 0; at < 60; at += 1) {
      await world.core.notifications.notify(client.userId, {
        kind: 'import_finished',
        dedupKey: `failed:${at}`,
        title: `Number ${at}`,
        body: '',
      });
    }
    await world.core.database.asSystem('failed messages for a test', async (trx) => {
      await trx('notifications.deliveries').update({ state: 'FAILED', finished_at: now, reason: 'gone' });
    });
    const first = await list('/api/notifications/failures');
    const second = await list('/api/notifications/failures?page=2');
    assert.deepEqual([first.items.length, second.items.length, first.total], [50, 10, 60]);
    const titles = new Set([...first.items, ...second.items].map(({ title }) => title));
    assert.equal(titles.size, 60);
  });
});
