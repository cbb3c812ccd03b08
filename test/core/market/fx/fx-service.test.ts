import assert from 'node:assert/strict';
import type { SeriesProvider } from '../../../../core/market/providers/index.ts';
import { createFxService } from '../../../../core/market/fx/fx-service.ts';
import { createCurrencyExposures } from '../../../../core/portfolio/index.ts';
import { sharedCore, testCore, type TestCore } from '../../../support/core.ts';
import { YahooServer } from '../../../support/yahoo-server.ts';

const by = { actor: 'test' };
const AAPL = {
  portfolio: 'Abroad',
  symbol: 'AAPL',
  asset_class: 'US Equity',
  currency: 'USD',
  quantity: 10,
  avg_buy_price: 100,
  current_price: 150,
  previous_close: 140,
};

describe('exchange rates by day', () => {
  let fixture: TestCore;
  let yahoo: YahooServer;
  // A Monday, 11:30 in India.
  const options = () => ({ at: '2026-03-02T06:00:00.000Z', environment: { YAHOO_BASE_URL: yahoo.url } });
  const coreAnew = sharedCore(options);
  /** A core remembers when it asked for a rate. */
  const withoutMemory = async () => {
    fixture = await testCore(options());
  };
  before(async () => {
    yahoo = await new YahooServer().start();
  });
  after(() => yahoo.close());
  beforeEach(async () => {
    yahoo.calm();
    yahoo.listings.clear();
    fixture = await coreAnew();
  });
  afterEach(() => fixture.close());

  const rupees = (series: Record<string, number | null>) =>
    yahoo.listings.set('USDINR=X', { currency: 'INR', zone: 'Europe/London', series });
  const hold = async (over: Record<string, unknown> = {}) =>
    await fixture.core.portfolio.holdings.create(fixture.owner, { ...AAPL, ...over }, by);
  const trade = async (over: Record<string, unknown> = {}) =>
    await fixture.core.portfolio.transactions.create(
      fixture.owner,
      {
        portfolio: 'Abroad',
        symbol: 'AAPL',
        currency: 'USD',
        type: 'BUY',
        quantity: 10,
        price: 100,
        ...over,
      },
      by,
    );
  const told = async (day: string, from = 'USD', to = 'INR') => {
    const found = await fixture.core.fx.rate({ from, to, day });
    return found === null
      ? null
      : [found.rate.toDecimalPlaces(10).toNumber(), found.day, found.is_estimated, found.source];
  };
  const total = async () => (await fixture.core.portfolio.dashboard.read(fixture.owner)).total;

  it('nobody is asked while everything is in one currency', async () => {
    await hold({ symbol: 'TCS', currency: 'INR', asset_class: 'Indian Equity' });
    assert.deepEqual(await fixture.core.fx.keepUp(), { pairs: 0, changed: 0, failed: [] });
    assert.equal(yahoo.requests.length, 0);
  });

  it('keeps a rate a day, without weekends; a question gets the day or the nearest earlier one within a week', async () => {
    rupees({ '2026-02-25': 87, '2026-02-27': 88, '2026-02-28': 99, '2026-03-02': 89 });
    await hold();
    assert.deepEqual(await fixture.core.fx.keepUp(), { pairs: 1, changed: 3, failed: [] });
    assert.deepEqual(await told('2026-03-02'), [89, '2026-03-02', false, 'YAHOO']);
    // Saturday's bar is no rate: Friday's holds.
    assert.deepEqual(await told('2026-02-28'), [88, '2026-02-27', false, 'YAHOO']);
    assert.deepEqual(await told('2026-02-26'), [87, '2026-02-25', true, 'YAHOO']);
    // 1 / 89.
    assert.deepEqual(await told('2026-03-02', 'INR', 'USD'), [0.0112359551, '2026-03-02', false, 'YAHOO']);
    // Seven days back at most; then the reference of the settings.
    assert.deepEqual(await told('2026-03-09'), [89, '2026-03-02', true, 'YAHOO']);
    assert.deepEqual(await told('2026-03-10'), [82, null, true, 'REFERENCE']);
    assert.deepEqual(await told('2026-02-24'), [82, null, true, 'REFERENCE']);
    assert.equal(await told('2026-03-02', 'EUR', 'INR'), null);
    assert.deepEqual(await told('2026-03-02', 'EUR', 'EUR'), [1, null, false, 'SAME']);
    assert.deepEqual(
      (
        await fixture.core.fx.rates([
          { from: 'USD', to: 'INR', day: '2026-02-27' },
          { from: 'EUR', to: 'INR', day: '2026-02-27' },
          { from: 'INR', to: 'INR', day: '2026-02-27' },
        ])
      ).map((found) => found?.rate.toNumber() ?? null),
      [88, null, 1],
    );
  });

  it('portfolio/States "Dashboard total states": totals are converted at the stored rate, and stay estimates', async () => {
    rupees({ '2026-02-27': 88, '2026-03-02': 89 });
    await hold();
    await hold({ symbol: 'TCS', currency: 'INR', asset_class: 'Indian Equity' });
    // The reference: 1500 dollars at 82, and 1500 rupees.
    assert.equal((await total()).current_value, 124_500);
    await fixture.core.fx.keepUp();
    const view = await fixture.core.portfolio.dashboard.read(fixture.owner);
    // 1500 dollars at 89, and 1500 rupees. What was read before is not shown again.
    assert.deepEqual(
      [view.total.current_value, view.total.state, view.total.is_estimated],
      [135_000, 'ESTIMATED', true],
    );
    assert.deepEqual(view.fx_rates, [
      { from: 'USD', to: 'INR', rate: 89, day: '2026-03-02', source: 'YAHOO', is_estimated: false },
    ]);
    assert.match(
      view.warnings.find(({ code }) => code === 'FX_ESTIMATED')?.message ?? '',
      /1 USD = 89 INR of 2 Mar 2026/,
    );
    const [networth] = await fixture.core.portfolio.portfolios.list(fixture.owner);
    assert.equal(networth?.current_value, 135_000);
    assert.equal((await fixture.core.portfolio.snapshots.current(fixture.owner)).current_value, 135_000);
  });

  it('a rate that changes in the day shows at once, and to whom it concerns alone; a day that is over stays', async () => {
    rupees({ '2026-02-27': 88, '2026-03-02': 89 });
    await hold();
    await fixture.core.fx.keepUp();
    assert.equal((await total()).current_value, 133_500);
    const { database } = fixture.core;
    const [mine, others] = [
      await database.revision(fixture.owner, ['rates']),
      await database.revision(fixture.stranger, ['rates']),
    ];
    rupees({ '2026-02-27': 80, '2026-03-02': 90 });
    assert.equal((await fixture.core.fx.keepUp()).changed, 1);
    assert.equal((await total()).current_value, 135_000);
    assert.deepEqual(await told('2026-02-27'), [88, '2026-02-27', false, 'YAHOO']);
    assert.equal(await database.revision(fixture.owner, ['rates']), String(Number(mine) + 1));
    assert.equal(await database.revision(fixture.stranger, ['rates']), others);
    // The same again is no change.
    assert.equal((await fixture.core.fx.keepUp()).changed, 0);
    assert.equal(await database.revision(fixture.owner, ['rates']), String(Number(mine) + 1));
  });

  it('the days of past transactions are fetched once, with one request however many they are', async () => {
    rupees({ '2019-06-28': 69, '2019-07-01': 68.9, '2022-01-03': 74.4, '2026-02-27': 88, '2026-03-02': 89 });
    // A Sunday, and a day after it.
    await trade({ date: '2019-06-30' });
    await trade({ date: '2022-01-04' });
    yahoo.calm();
    assert.deepEqual(await fixture.core.fx.keepUp(), { pairs: 1, changed: 5, failed: [] });
    assert.equal(yahoo.requests.length, 1);
    assert.deepEqual(await told('2019-06-30'), [69, '2019-06-28', false, 'YAHOO']);
    assert.deepEqual(await told('2022-01-04'), [74.4, '2022-01-03', true, 'YAHOO']);
    await fixture.core.fx.keepUp();
    const period1 = Number(new URL(yahoo.requests[1]?.path ?? '', 'http://x').searchParams.get('period1'));
    assert.ok(period1 > Date.parse('2026-02-01') / 1000, 'only the last days are asked for again');
  });

  it('yearly return: each flow at the rate of its day; while one is missing, all at the newest', async () => {
    // Bought for 1000 dollars, worth 1000 dollars a year later: the rupee lost 10 % meanwhile.
    await trade({ date: '2025-03-02' });
    const [holding] = await fixture.core.portfolio.holdings.ofSymbol(fixture.owner, 'AAPL');
    await fixture.core.portfolio.holdings.update(
      fixture.owner,
      holding?.id ?? '',
      { current_price: 100 },
      by,
    );
    const xirr = async () =>
      (await fixture.core.portfolio.snapshots.current(fixture.owner)).xirr ?? Number.NaN;
    rupees({ '2026-03-02': 88 });
    await fixture.core.fx.keepUp();
    assert.ok(Math.abs(await xirr()) < 1e-9);
    rupees({ '2025-02-28': 80, '2026-03-02': 88 });
    await fixture.core.fx.keepUp();
    assert.ok(Math.abs((await xirr()) - 10) < 1e-6);
  });

  it('history: what was invested counts at the rate of each day, as the total of that day did', async () => {
    rupees({ '2024-01-05': 80, '2025-01-06': 85, '2026-03-02': 90 });
    await trade({ date: '2024-01-05' });
    await trade({ date: '2025-01-06', type: 'SELL', quantity: 5, price: 120 });
    await fixture.core.fx.keepUp();
    const { days, daily } = await fixture.core.reports.values.read(fixture.owner);
    const asked = ['2024-01-05', '2025-01-06', '2026-03-02'];
    assert.deepEqual(
      asked.map((day) => [day, daily.invested[days.indexOf(day)]]),
      // 1000 × 80; 500 × 85; 500 × 90.
      [
        ['2024-01-05', 80_000],
        ['2025-01-06', 42_500],
        ['2026-03-02', 45_000],
      ],
    );
    assert.equal((await total()).total_invested, 45_000);
  });

  it('what cannot be is refused: another currency, a slip of the decimal point', async () => {
    await hold();
    yahoo.listings.set('USDINR=X', { currency: 'USD', series: { '2026-03-02': 89 } });
    assert.deepEqual((await fixture.core.fx.keepUp()).failed, [
      { pair: 'USDINR', reason: 'CURRENCY_MISMATCH' },
    ]);
    rupees({ '2026-02-25': 88, '2026-02-26': 8810, '2026-02-27': 88.2, '2026-03-02': 0.0113 });
    assert.equal((await fixture.core.fx.keepUp()).changed, 2);
    assert.deepEqual(await told('2026-03-02'), [88.2, '2026-02-27', true, 'YAHOO']);
  });

  it('a pair that fails holds up no other, keeps what is known, and comes with the next try', async () => {
    rupees({ '2026-02-27': 88 });
    yahoo.listings.set('EURINR=X', { currency: 'INR', series: { '2026-02-27': 100 } });
    await hold();
    await hold({ symbol: 'SAP', currency: 'EUR' });
    yahoo.fail({ kind: 'status', status: 401 }, { path: /EURINR/, times: 1 });
    assert.deepEqual(await fixture.core.fx.keepUp(), {
      pairs: 2,
      changed: 1,
      failed: [{ pair: 'EURINR', reason: 'PROVIDER_ERROR' }],
    });
    assert.equal((await fixture.core.fx.keepUp()).changed, 1);
    yahoo.fail({ kind: 'body', type: 'text/html', body: '<html>' });
    assert.equal((await fixture.core.fx.keepUp()).failed.length, 2);
    assert.deepEqual(await told('2026-02-27', 'EUR'), [100, '2026-02-27', false, 'YAHOO']);
  });

  it('a refresh of prices brings the rate along, at most every half hour; a failure harms no price', async () => {
    await withoutMemory();
    rupees({ '2026-03-02': 89 });
    yahoo.listings.set('AAPL', { price: 151, currency: 'USD' });
    await hold({ current_price: null });
    await fixture.core.prices.refresh(fixture.owner);
    assert.equal((await total()).current_value, 134_390);
    const pairs = () => yahoo.asked.filter((name) => name === 'USDINR=X').length;
    assert.equal(pairs(), 1);
    fixture.clock.pass(29);
    await fixture.core.prices.refresh(fixture.owner);
    assert.equal(pairs(), 1);
    yahoo.fail({ kind: 'status', status: 400, body: '[]', type: 'application/json' }, { path: /USDINR/ });
    fixture.clock.pass(2);
    const view = await fixture.core.prices.refresh(fixture.owner, { force: true });
    assert.deepEqual([view.failed, pairs()], [0, 2]);
  });

  it('a refresh does not wait long for a rate that does not come', async () => {
    const waits: number[] = [];
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let end: () => void = () => undefined;
    const timers = {
      sleep: (ms: number) => {
        waits.push(ms);
        begin();
        return new Promise<void>((resolve) => (end = resolve));
      },
    };
    const other = await testCore({ ...options(), timers });
    yahoo.listings.set('AAPL', { price: 151, currency: 'USD' });
    await other.core.portfolio.holdings.create(other.owner, { ...AAPL, current_price: null }, by);
    const release = yahoo.hold(/USDINR/);
    const refreshed = other.core.prices.refresh(other.owner);
    await begun;
    assert.deepEqual(waits, [2000]);
    end();
    assert.equal((await refreshed).updated, 1);
    release();
    await other.close();
  });

  it('closing ends the waiting for a rate', async () => {
    await hold();
    let told: (signal: AbortSignal) => void = () => undefined;
    const asked = new Promise<AbortSignal>((resolve) => (told = resolve));
    const deaf: SeriesProvider = {
      name: 'DEAF',
      daily: (_, signal) =>
        new Promise((resolve) => {
          assert.ok(signal);
          signal.addEventListener('abort', () => resolve({ closes: null, failure: 'PROVIDER_TIMEOUT' }));
          told(signal);
        }),
    };
    const fx = createFxService(fixture.core, deaf, createCurrencyExposures([]));
    const kept = fx.keepUpFor(fixture.owner);
    assert.equal((await asked).aborted, false);
    await fx.close();
    await kept;
  });

  it('older transactions that come in between are not waited for; what nobody has is not asked for again', async () => {
    await withoutMemory();
    rupees({ '2019-07-01': 69, '2026-03-02': 89 });
    yahoo.listings.set('AAPL', { price: 151, currency: 'USD' });
    await hold();
    const pairs = () => yahoo.asked.filter((name) => name === 'USDINR=X').length;
    await fixture.core.prices.refresh(fixture.owner);
    fixture.clock.pass(2);
    await trade({ date: '2019-07-02', symbol: 'MSFT' });
    await fixture.core.prices.refresh(fixture.owner);
    assert.equal(pairs(), 2);
    assert.deepEqual(await told('2019-07-02'), [69, '2019-07-01', true, 'YAHOO']);
    // Of 2005 there is nothing.
    fixture.clock.pass(2);
    await trade({ date: '2005-07-05', symbol: 'MSFT' });
    await fixture.core.prices.refresh(fixture.owner);
    fixture.clock.pass(2);
    await fixture.core.prices.refresh(fixture.owner);
    assert.equal(pairs(), 3);
  });

  it('several processes and a person who writes meanwhile do not get into each other’s way', async () => {
    rupees(
      Object.fromEntries(
        Array.from({ length: 40 }, (_, n) => [
          `2026-0${1 + Math.floor(n / 28)}-${String(1 + (n % 28)).padStart(2, '0')}`,
          88 + n / 100,
        ]),
      ),
    );
    await trade({ date: '2026-01-05' });
    const settled = await Promise.all([
      ...Array.from({ length: 4 }, () => fixture.core.fx.keepUp()),
      ...Array.from({ length: 8 }, (_, n) => trade({ date: '2026-01-06', price: 200 + n })),
    ]);
    const changed = settled.slice(0, 4).map((one) => ('changed' in one ? one.changed : 0));
    // 20 weekdays up to 28 January and 9 up to 12 February, each written once by whoever came first.
    assert.equal(
      changed.reduce((sum, one) => sum + one, 0),
      29,
    );
  });

  it('switched off, nobody is asked and the last known rate or the reference holds', async () => {
    const quiet = await testCore();
    await quiet.core.portfolio.holdings.create(quiet.owner, AAPL, by);
    assert.deepEqual(await quiet.core.fx.keepUp(), { pairs: 1, changed: 0, failed: [] });
    await quiet.core.fx.keepUpFor(quiet.owner);
    assert.equal((await quiet.core.portfolio.dashboard.read(quiet.owner)).total.current_value, 123_000);
    await quiet.close();
  });
});
