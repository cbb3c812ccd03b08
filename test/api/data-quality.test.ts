import assert from 'node:assert/strict';
import type {
  BooksAudit,
  DataQuality,
  PriceQuality,
  RecordedDifferenceView,
} from '../../core/quality/index.ts';
import { type ApiClient, type TestApi, testApi } from '../support/api-client.ts';
import { heldClock } from '../support/core.ts';
import { recordedDifference } from '../support/recorded-difference.ts';
import { YahooServer } from '../support/yahoo-server.ts';
import type { RefreshProgress } from '../../core/portfolio/index.ts';

const QUALITY = '/api/portfolio/data-quality';

interface PageOf<T> {
  items: T[];
  total: number;
}

describe('data quality over HTTP', () => {
  let world: TestApi;
  let yahoo: YahooServer;
  let owner: ApiClient;
  before(async () => {
    yahoo = await new YahooServer({ 'TCS.NS': { price: 60.5 } }).start();
    world = await testApi({
      clock: heldClock('2026-03-02T06:00:00.000Z'),
      environment: { YAHOO_BASE_URL: yahoo.url },
    });
    owner = await world.signedIn();
    for (const symbol of ['TCS', 'NOSUCH', 'MISSING'])
      await owner.post('/api/portfolio/holdings', {
        portfolio: 'Long term',
        symbol,
        asset_class: 'Indian Equity',
        currency: 'INR',
        quantity: 10,
        avg_buy_price: 50,
      });
  });
  after(async () => {
    await world.close();
    await yahoo.close();
  });

  it('the progress of a refresh reaches the sockets of its owner in every process, and nobody else’s', async () => {
    const elsewhere = await world.neighbour();
    const same = Object.assign(elsewhere.stranger(), { cookie: owner.cookie });
    const other = await world.signedIn('ravi');
    const [here, there, foreign] = await Promise.all([owner.live(), same.live(), other.live()]);
    await owner.post('/api/portfolio/market-data/refresh', { force: true });
    for (const socket of [here, there]) {
      const first = (await socket.next('refresh_progress')) as unknown as RefreshProgress;
      assert.deepEqual([first.done, first.total, first.finished], [0, 3, false]);
      const isEnd = (frame: { type: string; finished?: unknown }) =>
        frame.type === 'refresh_progress' && frame.finished === true;
      const { ts, ...last } = await socket.next(isEnd);
      assert.equal(typeof ts, 'string');
      assert.deepEqual(last, {
        type: 'refresh_progress',
        done: 3,
        total: 3,
        updated: 1,
        failed: 2,
        finished: true,
      });
    }
    assert.deepEqual(
      foreign.frames.filter(({ type }) => type === 'refresh_progress'),
      [],
    );
    for (const socket of [here, there, foreign]) socket.close();
  });

  it('counts come first, and each list answers page by page', async () => {
    const { status, body } = await owner.get<DataQuality>(QUALITY);
    assert.equal(status, 200);
    assert.deepEqual([body.prices.fresh, body.prices.failing, body.to_review], [1, 2, 2]);
    const page = await owner.get<PageOf<PriceQuality>>(`${QUALITY}/prices?filter=failing&page=2&page_size=1`);
    assert.deepEqual([page.body.total, page.body.items[0]?.symbol], [2, 'NOSUCH']);
    for (const list of [
      'instruments',
      'left-out',
      'unmatched',
      'fund-values',
      'findings',
      'actions',
      'recorded-values',
    ]) {
      const answer = await owner.get<PageOf<unknown>>(`${QUALITY}/${list}`);
      assert.deepEqual([list, answer.status, answer.body.total], [list, 200, 0]);
    }
  });

  it('the audit of the books runs on demand, names both figures of a difference, and /metrics counts it', async () => {
    const before = await owner.get<BooksAudit>(`${QUALITY}/audit`);
    assert.deepEqual([before.status, before.body.audited_at, before.body.findings], [200, null, []]);
    const path = '/api/portfolio/transactions';
    const row = { portfolio: 'Audited', symbol: 'AUDIT', currency: 'INR', price: 10 };
    await owner.post(path, { ...row, date: '2025-01-06', type: 'BUY', quantity: 10 });
    await owner.post(path, { ...row, date: '2025-02-06', type: 'SELL', quantity: 4, price: 15 });
    const well = await owner.post<BooksAudit>(`${QUALITY}/audit`);
    assert.deepEqual([well.status, well.body.findings], [200, []]);
    await world.core.database.systemPool.query(
      `update portfolio.positions set realised_fifo = 21 where symbol = 'AUDIT'`,
    );
    // Sold 4 for 60, bought for 40; and 60 received less 100 paid, with 60 of cost left.
    const found = (await owner.post<BooksAudit>(`${QUALITY}/audit`)).body.findings;
    assert.deepEqual(
      found.map(({ identity, subject, left, right }) => [identity, subject, left, right]),
      [
        ['REALISED_OF_YEARS', 'AUDIT in Audited', 21, 20],
        ['REALISED_OF_TRADES', 'AUDIT in Audited', 21, 20],
      ],
    );
    assert.equal((await owner.get<DataQuality>(QUALITY)).body.audit.findings, 2);
    const metrics = await owner.get('/metrics');
    assert.match(String(metrics.text), /munim_books_audit_findings\{identity="REALISED_OF_YEARS"\} 1\n/);
    assert.match(String(metrics.text), /munim_books_audit_findings\{identity="TOTAL_OF_HOLDINGS"\} 0\n/);
    const other = await world.signedIn('ravi');
    assert.deepEqual((await other.get<BooksAudit>(`${QUALITY}/audit`)).body.findings, []);
    const [holding] = (await owner.get<PageOf<{ id: string }>>('/api/portfolio/holdings?search=AUDIT')).body
      .items;
    await owner.delete(`/api/portfolio/holdings/${holding?.id ?? ''}`);
  });

  it('recorded values that differ from the recalculated ones answer page by page with their cause', async () => {
    const person = await world.signedIn('meera');
    const { rows } = await world.core.database.systemPool.query<{ id: string }>(
      `select id from identity.users where login = 'meera'`,
    );
    const day = await recordedDifference(world.core, rows[0]?.id ?? '', 'OLDFILE');
    const { status, body } = await person.get<PageOf<RecordedDifferenceView>>(`${QUALITY}/recorded-values`);
    assert.deepEqual([status, body.total, day], [200, 1, '2026-03-01']);
    assert.deepEqual(body.items, [
      {
        portfolio: 'Networth',
        currency: 'INR',
        from: day,
        to: day,
        days: 1,
        largest: { day, recorded: 500, recalculated: 1000, difference: 500, pct: 100 },
        cause: 'ENTERED',
        message: 'Transactions were entered by hand on 2 Mar 2026, after these values were recorded.',
        changed_on: '2026-03-02',
        import_id: null,
        file_name: null,
        symbols: ['OLDFILE'],
        symbols_count: 1,
      },
    ]);
    const second = await person.get<PageOf<unknown>>(`${QUALITY}/recorded-values?page=2`);
    assert.deepEqual([second.body.total, second.body.items], [1, []]);
    assert.deepEqual((await person.get<DataQuality>(QUALITY)).body.recorded_values, {
      compared_days: 1,
      differing_days: 1,
      differences: 1,
      unknown_causes: 0,
    });
    // The portfolio itself has no recorded day.
    const late = await person.get<PageOf<unknown>>(`${QUALITY}/recorded-values?portfolio=late`);
    assert.equal(late.body.total, 0);
    const none = await person.get(`${QUALITY}/recorded-values?portfolio=none`);
    assert.deepEqual([none.status, none.body['code']], [404, 'PORTFOLIO_NOT_FOUND']);
  });

  it('what is not asked for rightly is refused by field', async () => {
    for (const path of [
      `${QUALITY}/prices?filter=best`,
      `${QUALITY}/prices?page=0`,
      `${QUALITY}/left-out?page_size=999`,
      `${QUALITY}/recorded-values?page_size=999`,
      '/api/portfolio/instruments',
      `/api/portfolio/instruments?search=${'x'.repeat(101)}`,
      '/api/portfolio/instruments?search=a&limit=51',
    ])
      assert.deepEqual([path, (await owner.get(path)).status], [path, 422]);
    for (const body of [
      {},
      { word: '', instrument_id: '1', status: 'CONFIRMED' },
      { word: 'A', instrument_id: 'one', status: 'CONFIRMED' },
      { word: 'A', instrument_id: '1', status: 'PROPOSED' },
      { word: 'A', instrument_id: '1', status: 'REJECTED', source: 'me' },
    ])
      assert.equal((await owner.post(`${QUALITY}/instruments/decisions`, body)).status, 422);
    const unknown = { word: 'A', instrument_id: '9223372036854775807', status: 'CONFIRMED' };
    assert.equal(
      (await owner.post(`${QUALITY}/instruments/decisions`, unknown)).body['code'],
      'INSTRUMENT_NOT_FOUND',
    );
    assert.equal((await owner.post(`${QUALITY}/fund-values/1/accept`, { price: 0 })).status, 422);
    assert.equal(
      (await owner.post(`${QUALITY}/fund-values/999999/accept`, { price: 1 })).body['code'],
      'HOLDING_NOT_FOUND',
    );
    assert.equal((await owner.post(`${QUALITY}/actions/1/dismiss`)).body['code'], 'ACTION_NOT_FOUND');
    assert.equal((await owner.post(`${QUALITY}/findings/1/dismiss`)).body['code'], 'FINDING_NOT_FOUND');
  });

  it('an instrument is found by what is held, and an empty registry says so', async () => {
    const { body } = await owner.get<{ items: { symbol: string; is_held: boolean }[]; registry: number }>(
      '/api/portfolio/instruments?search=tc',
    );
    assert.deepEqual(
      [body.registry, body.items.map(({ symbol, is_held }) => [symbol, is_held])],
      [0, [['TCS', true]]],
    );
  });
});
