import assert from 'node:assert/strict';
import { type ApiClient, type TestApi, testApi } from '../../support/api-client.ts';
import { heldClock, type HeldClock } from '../../support/core.ts';
import type { Comparison } from '../../../core/performance/index.ts';

const PATH = '/api/portfolio/reports/comparison';
const TRADE = { portfolio: 'Main', symbol: 'TCS', type: 'BUY', quantity: 10, price: 100, currency: 'INR' };
const DAYS = [
  { day: '2026-03-02', price: 100, index: 200 },
  { day: '2026-03-03', price: 110, index: 201 },
  { day: '2026-03-04', price: 99, index: 204 },
];

/** Analytics are doubles: what they stand for. */
const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 1e9) / 1e9;

describe('a portfolio beside an index over HTTP', () => {
  let world: TestApi;
  let owner: ApiClient;
  before(async () => {
    const clock: HeldClock = heldClock('2026-03-02T11:00:00.000Z');
    world = await testApi({ clock });
    const { portfolio, identity, database } = world.core;
    const { id: userId } = await identity.users.ensureOwner();
    await portfolio.transactions.create(userId, { ...TRADE, date: '2026-03-02' }, { actor: 'test' });
    for (const { day, price, index } of DAYS) {
      if (day !== DAYS[0]?.day) clock.pass(24 * 60);
      for (const { id } of await portfolio.holdings.all(userId))
        await portfolio.holdings.update(userId, id, { current_price: price }, { actor: 'test' });
      await database.asSystem('closes of an index for a test', async (trx) => {
        await trx('portfolio.benchmark_snapshots').insert({
          benchmark: 'NIFTY50',
          day,
          close: index,
          source: 'IMPORT',
          as_of: clock.now(),
        });
      });
      await portfolio.snapshots.take(userId);
    }
    // A session of the first day would be over.
    owner = await world.signedIn('owner');
  });
  after(() => world.close());
  const get = async <T>(query: string) => await owner.get<T>(`${PATH}${query}`);

  it('portfolio/Report rules 4: two lines from 100, and what lies beyond the index', async () => {
    const { status, body } = await get<Comparison>('?portfolio=Main&period=Max');
    assert.equal(status, 200);
    assert.equal(body.period, 'Max');
    // 1,000 to 1,100 to 990; 200 to 201 to 204
    assert.deepEqual(
      body.series.map(({ date, portfolio, benchmark }) => [date, rounded(portfolio), rounded(benchmark)]),
      [
        ['2026-03-02', 100, 100],
        ['2026-03-03', 110, 100.5],
        ['2026-03-04', 99, 102],
      ],
    );
    const whole = body.periods.find(({ period }) => period === 'Max');
    // -1 less 2
    assert.equal(rounded(whole?.alpha_pct ?? null), -3);
    assert.equal(body.periods.length, 6);
  });

  it('an index without closes has no line, but a reason; a wrong period is refused', async () => {
    const { body } = await get<Comparison>('?benchmark=SP500');
    assert.equal(body.benchmark.code, 'SP500');
    assert.ok(body.series.every(({ benchmark }) => benchmark === null));
    assert.match(body.reason ?? '', /S&P 500/);
    assert.equal((await get('?period=2Y')).status, 422);
    assert.equal((await get('?portfolio=Nobody')).status, 404);
  });
});
