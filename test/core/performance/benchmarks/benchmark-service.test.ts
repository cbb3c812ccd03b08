import assert from 'node:assert/strict';
import { createIndexService } from '../../../../core/market/indexes/index-service.ts';
import { createYahooSeries } from '../../../../core/market/providers/yahoo-series.ts';
import { createHttp, createLimiter } from '../../../../core/platform/index.ts';
import { type TestCore, sharedCore } from '../../../support/core.ts';
import { refused } from '../../../support/problems.ts';
import { YahooServer } from '../../../support/yahoo-server.ts';

const by = { actor: 'test' };
const signal = () => new AbortController().signal;

describe('benchmark snapshots', () => {
  let fixture: TestCore;
  let yahoo: YahooServer;
  before(async () => {
    yahoo = await new YahooServer().start();
  });
  after(() => yahoo.close());
  const coreAnew = sharedCore(() => ({
    at: '2026-02-27T13:00:00.000Z',
    environment: { YAHOO_BASE_URL: yahoo.url },
  }));
  beforeEach(async () => {
    yahoo.calm();
    yahoo.listings.clear();
    // Friday 18:30 in India: New York has not opened.
    fixture = await coreAnew();
    nifty({});
    yahoo.listings.set('^CRSLDX', { currency: 'INR', series: {} });
    yahoo.listings.set('^GSPC', { currency: 'USD', zone: 'America/New_York', series: {} });
  });
  afterEach(() => fixture.close());

  const nifty = (series: Record<string, number | null>, currency = 'INR') =>
    yahoo.listings.set('^NSEI', { currency, series });
  const keepUp = async () => await fixture.core.benchmarks.keepUp(signal());
  const of = async (code: string) => (await keepUp()).find(({ benchmark }) => benchmark === code);
  const kept = async (code = 'NIFTY50') =>
    await fixture.core.database.asSystem('look', async (trx) =>
      (
        (await trx('portfolio.benchmark_snapshots').where('benchmark', code).orderBy('day')) as {
          day: string;
          close: { toNumber(): number };
        }[]
      ).map(({ day, close }) => [day, close.toNumber()]),
    );

  it('portfolio/Resources "Benchmark snapshot": one row per index per day, sessions of its calendar alone', async () => {
    // Saturday the 28th is a phantom, and Holi on 3 March still to come.
    nifty({
      '2026-02-25': 25_400,
      '2026-02-26': 25_496.55,
      '2026-02-27': 25_178.65,
      '2026-02-28': 25_178.65,
    });
    yahoo.listings.set('^GSPC', {
      currency: 'USD',
      zone: 'America/New_York',
      series: { '2026-02-26': 6908.86, '2026-02-27': 6900 },
    });
    const updates = await keepUp();
    assert.deepEqual(
      updates.map(({ benchmark, changed, failure }) => [benchmark, changed, failure]),
      [
        ['NIFTY50', 3, null],
        ['NIFTY500', 0, null],
        ['SP500', 1, null],
      ],
    );
    assert.deepEqual(await kept(), [
      ['2026-02-25', 25_400],
      ['2026-02-26', 25_496.55],
      ['2026-02-27', 25_178.65],
    ]);
    // Friday's session in New York is still to begin.
    assert.deepEqual(await kept('SP500'), [['2026-02-26', 6908.86]]);
    const series = await fixture.core.history.closes({ series: 'NIFTY50' });
    assert.deepEqual([series.days.length, series.closes[2]], [3, 25_178.65]);
  });

  it('portfolio/Scheduler "daily_benchmark_snapshot": a repeat changes nothing, and missed days are filled in', async () => {
    nifty({ '2026-02-26': 25_496.55, '2026-02-27': 25_178.65 });
    assert.equal((await of('NIFTY50'))?.changed, 2);
    assert.equal((await of('NIFTY50'))?.changed, 0);
    fixture.clock.pass(7 * 24 * 60);
    nifty({
      '2026-02-26': 25_496.55,
      '2026-02-27': 25_178.65,
      '2026-03-02': 24_865.7,
      '2026-03-04': 24_480.5,
      '2026-03-06': 24_450,
    });
    const update = await of('NIFTY50');
    // The 3rd was Holi; the 5th is missing.
    assert.equal(update?.changed, 3);
    assert.equal((await kept()).length, 5);
  });

  it('the session of the day counts once its close is final', async () => {
    nifty({ '2026-02-26': 25_496.55, '2026-02-27': 25_300 });
    fixture.clock.at = new Date('2026-02-27T10:15:00.000Z');
    assert.equal((await of('NIFTY50'))?.changed, 1);
    fixture.clock.at = new Date('2026-02-27T10:30:00.000Z');
    assert.equal((await of('NIFTY50'))?.changed, 1);
  });

  it('portfolio/Scheduler "daily_benchmark_snapshot": one index that fails holds up no other and is tried with the next run', async () => {
    nifty({ '2026-02-27': 25_178.65 });
    yahoo.listings.set('^CRSLDX', { currency: 'INR', series: { '2026-02-27': 23_000 } });
    yahoo.fail({ kind: 'body', type: 'text/html', body: '<html>' }, { path: /NSEI/, times: 1 });
    assert.deepEqual(
      (await keepUp()).map(({ benchmark, changed, failure }) => [benchmark, changed, failure]),
      [
        ['NIFTY50', 0, 'PROVIDER_MALFORMED'],
        ['NIFTY500', 1, null],
        ['SP500', 0, null],
      ],
    );
    assert.equal((await of('NIFTY50'))?.changed, 1);
  });

  it('an index whose closes cannot be kept holds up no other either', async () => {
    nifty({ '2026-02-27': 25_178.65 });
    yahoo.listings.set('^CRSLDX', { currency: 'INR', series: { '2026-02-27': 23_000 } });
    const { core } = fixture;
    const http = createHttp({
      system: 'Yahoo',
      baseUrl: yahoo.url,
      limiter: createLimiter({ concurrent: 1, perSecond: 100 }),
      clock: fixture.clock,
    });
    const service = createIndexService(core, {
      calendar: core.calendar,
      rates: core.fx.rates,
      provider: createYahooSeries(http),
      history: {
        ...core.history,
        seriesId: (code) =>
          code === 'NIFTY50' ? Promise.reject(new Error('no room')) : core.history.seriesId(code),
      },
    });
    assert.deepEqual(
      (await service.keepUp(null, signal())).map(({ benchmark, failure }) => [benchmark, failure]),
      [
        ['NIFTY50', 'NOT_KEPT'],
        ['NIFTY500', null],
        ['SP500', null],
      ],
    );
    assert.deepEqual([await kept(), await kept('NIFTY500')], [[], [['2026-02-27', 23_000]]]);
    assert.equal((await of('NIFTY50'))?.changed, 1);
    await assert.rejects(service.keepUp(null, AbortSignal.abort()));
  });

  it('what cannot be is refused: another currency, a slip, an unknown symbol', async () => {
    nifty({ '2026-02-27': 25_178.65 }, 'USD');
    assert.equal((await of('NIFTY50'))?.failure, 'CURRENCY_MISMATCH');
    nifty({ '2026-02-24': 25_424, '2026-02-25': 25_482, '2026-02-26': 2549.6, '2026-02-27': 25_178.65 });
    assert.equal((await of('NIFTY50'))?.changed, 3);
    assert.ok(!(await kept()).some(([day]) => day === '2026-02-26'));
    yahoo.listings.delete('^CRSLDX');
    assert.equal((await of('NIFTY500'))?.failure, 'NOT_FOUND');
  });

  it('closes that were imported become snapshots, and no provider changes them', async () => {
    const instrument_id = await fixture.core.history.seriesId('NIFTY50');
    const rows = [{ instrument_id, day: '2026-02-26', close: '25496.55' }];
    await fixture.core.history.store(rows, { source: 'FILE' });
    // Yahoo knows another one for the same day, and the next.
    nifty({ '2026-02-26': 25_500, '2026-02-27': 25_178.65 });
    await keepUp();
    assert.deepEqual(await kept(), [
      ['2026-02-26', 25_496.55],
      ['2026-02-27', 25_178.65],
    ]);
    assert.deepEqual(await fixture.core.indexes.closes('NIFTY50', '2026-01-01'), [
      { day: '2026-02-26', value: 25_496.55 },
      { day: '2026-02-27', value: 25_178.65 },
    ]);
  });

  it('goes back as far as the books do, ten years at most', async () => {
    const trade = { portfolio: 'P', symbol: 'TCS', type: 'BUY', quantity: 1, price: 100, currency: 'INR' };
    await fixture.core.portfolio.transactions.create(fixture.owner, { ...trade, date: '2022-01-05' }, by);
    const asked = async () => {
      yahoo.calm();
      await keepUp();
      const period = new URL(yahoo.requests[0]?.path ?? '', 'http://x').searchParams.get('period1');
      return new Date(Number(period) * 1000).toISOString().slice(0, 10);
    };
    // Ten days before the books begin is a Sunday; a day before the first session after it.
    assert.equal(await asked(), '2021-12-26');
    await fixture.core.portfolio.transactions.create(fixture.owner, { ...trade, date: '2001-01-05' }, by);
    assert.match(await asked(), /^2016-02/);
  });

  describe('comparison', () => {
    const hold = async (price: number) =>
      await fixture.core.portfolio.holdings.create(
        fixture.owner,
        {
          portfolio: 'P',
          symbol: 'TCS',
          asset_class: 'Indian Equity',
          currency: 'INR',
          quantity: 10,
          avg_buy_price: 80,
          current_price: price,
        },
        by,
      );
    const compare = async (wanted: Parameters<typeof fixture.core.reports.comparison.read>[1] = {}) =>
      await fixture.core.reports.comparison.read(fixture.owner, wanted);

    it('portfolio/Report rules 4: from stored snapshots and closes, with the total return beside it', async () => {
      nifty({ '2026-02-27': 25_000, '2026-03-27': 25_500 });
      const { id } = await hold(100);
      await fixture.core.portfolio.snapshots.take(fixture.owner);
      fixture.clock.pass(28 * 24 * 60);
      await fixture.core.portfolio.holdings.update(fixture.owner, id, { current_price: 110 }, by);
      await fixture.core.portfolio.snapshots.take(fixture.owner);
      await keepUp();
      const found = await compare();
      const [month] = found.periods;
      // 27 February to 27 March: 1000 to 1100 against 2 %.
      assert.deepEqual([month?.from, month?.to, month?.return_pct], ['2026-02-27', '2026-03-27', 10]);
      assert.ok(Math.abs((month?.benchmark_return_pct ?? 0) - 2) < 1e-9);
      assert.ok(Math.abs((month?.alpha_pct ?? 0) - 8) < 1e-9);
      assert.deepEqual(
        [found.period, found.benchmark.code, found.currency, found.reason],
        ['1M', 'NIFTY50', 'INR', null],
      );
      assert.deepEqual(
        found.alternates.map(({ code }) => code),
        ['NIFTY500', 'SP500'],
      );
      // Dividends are not known without transactions.
      assert.deepEqual(
        [found.total_return_pct, found.total_return_reason],
        [null, 'No transactions are recorded.'],
      );
      assert.deepEqual([month?.unexplained_days, month?.net_flow], [0, 0]);
      const year = found.periods.find(({ period }) => period === '1Y');
      assert.match(year?.reasons.return_pct ?? '', /The first known value is of 27 Feb 2026/);
      assert.equal((await compare({ benchmark: 'NIFTY500' })).benchmark.name, 'NIFTY 500');
    });

    it('a purchase between two snapshots is no return; dividends are', async () => {
      const { transactions, holdings, snapshots } = fixture.core.portfolio;
      const trade = { portfolio: 'P', symbol: 'TCS', currency: 'INR', type: 'BUY', quantity: 10, price: 100 };
      const priced = async (current_price: number) => {
        const [tcs] = await holdings.ofSymbol(fixture.owner, 'TCS');
        await holdings.update(fixture.owner, tcs?.id ?? '', { current_price }, by);
        await snapshots.take(fixture.owner);
      };
      await transactions.create(fixture.owner, { ...trade, date: '2026-02-20' }, by);
      await priced(100);
      fixture.clock.pass(20 * 24 * 60);
      await transactions.create(fixture.owner, { ...trade, date: '2026-03-09' }, by);
      await transactions.create(
        fixture.owner,
        { ...trade, type: 'DIVIDEND', quantity: 10, price: 3, date: '2026-03-12' },
        by,
      );
      await priced(100);
      const found = await compare({ period: 'Max' });
      const max = found.periods.at(-1);
      // 20 February to 19 March are 27 days; 10 before the end 1000 came: 30 / (1000 + 1000 × 10 / 27) = 81 / 37 %.
      assert.deepEqual(
        [max?.net_flow, max?.dividends, max?.return_pct?.toFixed(10), max?.unexplained_days],
        [1000, 30, (81 / 37).toFixed(10), 0],
      );
      // (0 + 30) / 2000.
      assert.equal(found.total_return_pct, 1.5);
      // Time-weighted: (2,000 + 30) / (1,000 + 1,000).
      assert.deepEqual(
        [found.series[0]?.portfolio, found.series.at(-1)?.portfolio?.toFixed(9)],
        [100, '101.500000000'],
      );
    });

    it('a portfolio in dollars is held against the S&P 500', async () => {
      await fixture.core.portfolio.portfolios.create(
        fixture.owner,
        { name: 'Abroad', base_currency: 'USD' },
        by,
      );
      assert.equal((await compare({ portfolio: 'abroad' })).benchmark.code, 'SP500');
    });

    it('with nothing to compare it says what to do; nobody sees another one’s portfolio', async () => {
      assert.match((await compare()).reason ?? '', /records one every hour/);
      await hold(100);
      await fixture.core.portfolio.snapshots.take(fixture.owner);
      assert.match(
        (await compare()).reason ?? '',
        /fetched every day at 18:30 Indian time.*npm run import-prices/,
      );
      await refused(
        fixture.core.reports.comparison.read(fixture.stranger, { portfolio: 'P' }),
        404,
        'PORTFOLIO_NOT_FOUND',
      );
      assert.match(
        (await fixture.core.reports.comparison.read(fixture.stranger, {})).reason ?? '',
        /No value/,
      );
    });
  });
});
