import assert from 'node:assert/strict';
import type { PerformanceView } from '../../../../core/reports/index.ts';
import { sharedCore, testCore, type TestCore } from '../../../support/core.ts';
import { listWithCloses } from '../../../support/listed-closes.ts';
import { refused } from '../../../support/problems.ts';
import { near } from '../../../support/near.ts';

const by = { actor: 'test' };
const DAY = 24 * 60;

describe('the performance report', () => {
  let fixture: TestCore;
  before(async () => {
    fixture = await testCore({ at: '2026-01-01T06:00:00.000Z' });
    await books();
  });
  after(() => fixture.close());
  const area = () => fixture.core.portfolio;
  const read = async (query: Parameters<typeof fixture.core.reports.performance.read>[1] = {}) =>
    await fixture.core.reports.performance.read(fixture.owner, query);
  const trade = async (over: Record<string, unknown>) =>
    await area().transactions.create(
      fixture.owner,
      { portfolio: 'P', symbol: 'TCS', currency: 'INR', type: 'BUY', quantity: 10, price: 100, ...over },
      by,
    );
  const priced = async (price: number, symbol = 'TCS') => {
    for (const { id } of (await area().holdings.all(fixture.owner)).filter((one) => one.symbol === symbol))
      await area().holdings.update(fixture.owner, id, { current_price: price }, by);
  };
  const recorded = async (price: number) => {
    await priced(price);
    await area().snapshots.take(fixture.owner);
  };

  /**
   * Ten shares at 100 of 1 January 2026; worth 1,000 on that day, 1,100 on 2 February, ten more at 110 on 3 March (worth
   * 2,200), 60 of dividends and 2,420 on 2 April.
   */
  async function books(): Promise<void> {
    // A close counts for ten days, a price by hand for years.
    await listWithCloses(fixture.core, 'TCS', {
      '2026-01-01': 100,
      '2026-02-02': 110,
      '2026-03-03': 110,
      '2026-04-02': 121,
    });
    const nifty = await fixture.core.history.seriesId('NIFTY50');
    await fixture.core.history.store(
      [
        { instrument_id: nifty, day: '2026-01-01', close: '20000' },
        { instrument_id: nifty, day: '2026-02-27', close: '20400' },
        { instrument_id: nifty, day: '2026-04-01', close: '21000' },
      ],
      { source: 'FILE' },
    );
    await trade({ date: '2026-01-01' });
    await recorded(100);
    fixture.clock.pass(32 * DAY);
    await recorded(110);
    fixture.clock.pass(29 * DAY);
    await trade({ date: '2026-03-03', price: 110 });
    await recorded(110);
    fixture.clock.pass(30 * DAY);
    await trade({ date: '2026-04-02', type: 'DIVIDEND', quantity: 20, price: 3 });
    await recorded(121);
  }

  it('portfolio/Report rules 4: total, capital and dividend return of what is invested, less the index', async () => {
    const view: PerformanceView = await read();
    assert.deepEqual([view.portfolio, view.currency, view.as_of], ['Networth', 'INR', '2026-04-02']);
    // 2,420 - 2,100 = 320 and 60 of 2,100.
    near(view.capital_return_pct, (320 / 2100) * 100);
    near(view.dividend_return_pct, (60 / 2100) * 100);
    near(view.total_return_pct, (380 / 2100) * 100);
    assert.deepEqual(
      [view.benchmark.code, view.benchmark.from, view.benchmark.to],
      ['NIFTY50', '2026-01-01', '2026-04-02'],
    );
    // The same payments: 1,000 at 20,000, 1,100 at 20,400 and 60 taken out at 21,000 are worth 1,050 + 1,132.352941 - 60.
    near(view.benchmark.position_value, 1050 + (1100 * 21) / 20.4 - 60);
    near(view.benchmark.return_pct, ((1050 + (1100 * 21) / 20.4 - 2100) / 2100) * 100);
    near(view.alpha_pct, (view.total_return_pct ?? 0) - (view.benchmark.return_pct ?? 0));
    near(view.alpha_pct, ((2420 - (1050 + (1100 * 21) / 20.4 - 60)) / 2100) * 100);
    // The index itself: 20,000 to 21,000, the close of the session before.
    near(view.benchmark.index_return_pct, 5);
    assert.deepEqual(
      view.alternates.map(({ code }) => code),
      ['NIFTY500', 'SP500'],
    );
  });

  it('portfolio/Report rules 3: after 91 days there is no CAGR, but a reason', async () => {
    const view = await read();
    assert.equal(view.cagr_pct, null);
    assert.equal(
      view.reasons.cagr_pct,
      'CAGR needs a year of values. Yours cover 91 days, since 1 Jan 2026.',
    );
  });

  it('portfolio/Report rules 2: at the XIRR the flows and the value of today discount to nothing', async () => {
    const { warnings, xirr_pct: rate, xirr_state } = await read();
    // The first purchase was less than a year ago: a yearly rate made of days is large, and says so.
    assert.ok(warnings.some(({ code }) => code === 'XIRR_SHORT'));
    assert.ok(rate !== null);
    assert.equal(xirr_state, 'OK');
    const flows: [number, number][] = [
      [0, -1000],
      [61, -1100],
      [91, 60],
      [91, 2420],
    ];
    const worth = flows.reduce((all, [days, amount]) => all + amount / (1 + rate / 100) ** (days / 365), 0);
    near(worth, 0, 1e-6);
  });

  it('the time-weighted return chains the days by hand: what was put in is no part of it', async () => {
    const view = await read();
    // 1,100 / 1,000, then 2,200 / (1,100 + 1,100), then (2,420 + 60) / 2,200.
    near(view.twr_pct, (1.1 * 1 * (2480 / 2200) - 1) * 100);
    assert.equal(view.twr_annual_pct, null);
    assert.match(view.reasons.twr_annual_pct ?? '', /at least a year/);
  });

  it('portfolio/Report rules 4: windows of 1M, 3M, 6M, 1Y, 3Y and Max, as worded and without the money that came', async () => {
    const { periods, warnings } = await read();
    assert.match(
      warnings.find(({ code }) => code === 'FLOWS_IN_WINDOW')?.message ?? '',
      /unadjusted return counts them/,
    );
    // They are printed on the page for people: no names of fields.
    for (const { message } of warnings) assert.doesNotMatch(message, /[a-z]_[a-z]/);
    assert.deepEqual(
      periods.map(({ period }) => period),
      ['1M', '3M', '6M', '1Y', '3Y', 'Max'],
    );
    const max = periods.at(-1);
    assert.ok(max !== undefined);
    assert.deepEqual([max.from, max.to, max.net_flow, max.dividends], ['2026-01-01', '2026-04-02', 1100, 60]);
    // (2,420 - 1,000 + 60) / 1,000.
    near(max.return_pct, 148);
    // 380 of 1,000 for 91 days and 1,100 for the last 30.
    near(max.adjusted_return_pct, (380 / (1000 + (1100 * 30) / 91)) * 100);
    near(max.twr_pct, (1.1 * (2480 / 2200) - 1) * 100);
    // The same payments in the index: 82.352941 made on the same capital.
    near(max.benchmark_return_pct, ((1050 + (1100 * 21) / 20.4 - 2100) / (1000 + (1100 * 30) / 91)) * 100);
    near(max.alpha_pct, (max.adjusted_return_pct ?? 0) - (max.benchmark_return_pct ?? 0));
    near(max.index_return_pct, 5);
    assert.equal(max.basis, 'LEDGER');
    const year = periods.find(({ period }) => period === '1Y');
    assert.equal(year?.return_pct, null);
    assert.match(year?.reasons.return_pct ?? '', /The first known value is of 1 Jan 2026/);
  });

  it('series are raw values and those of the index, open where no price is known, within the days that were asked for', async () => {
    const all = await read();
    // A close counts for ten days.
    assert.deepEqual(
      all.series.map(({ date, value, benchmark, basis }) => [date, value, benchmark, basis]),
      [
        ['2026-01-01', 1000, 20_000, 'LEDGER'],
        ['2026-01-12', null, null, 'LEDGER'],
        ['2026-02-02', 1100, null, 'LEDGER'],
        ['2026-02-13', null, null, 'LEDGER'],
        ['2026-03-03', 2200, 20_400, 'LEDGER'],
        ['2026-03-14', null, null, 'LEDGER'],
        ['2026-04-02', 2420, 21_000, 'LEDGER'],
      ],
    );
    const then = await read({ as_known: 'then' });
    assert.deepEqual(
      then.series.filter(({ value }) => value !== null).map(({ date, value }) => [date, value]),
      all.series.filter(({ value }) => value !== null).map(({ date, value }) => [date, value]),
    );
    // Recorded values are open from the day after the last one before a silence of weeks.
    assert.deepEqual(
      then.series.filter(({ value }) => value === null).map(({ date }) => date),
      ['2026-01-02', '2026-02-03', '2026-03-04'],
    );
    near(then.twr_pct, all.twr_pct ?? Number.NaN);
    const some = await read({ portfolio: 'p', from: '2026-01-02', to: '2026-03-31' });
    assert.deepEqual(
      [some.portfolio, some.from, some.to, some.series.length],
      ['P', '2026-02-02', '2026-03-03', 5],
    );
    assert.equal(some.twr_pct, 0);
    // As the snapshot of 3 March has it: 2,200 of 2,100.
    assert.equal(some.as_of, '2026-03-03');
    near(some.total_return_pct, (100 / 2100) * 100);
    const early = await read({ to: '2025-06-01' });
    assert.equal(early.total_return_pct, null);
    assert.match(early.reasons.total_return_pct ?? '', /No snapshot is recorded up to 1 Jun 2025/);
  });

  it('value, drawdown, net worth and the lines beside an index have their gaps on the same days', async () => {
    const { reports } = fixture.core;
    const open = ['2026-01-12', '2026-02-13', '2026-03-14'];
    const { series: depths } = await reports.risk.read(fixture.owner, {});
    const { points: values } = await reports.valueHistory.read(fixture.owner, {});
    const { history } = await reports.networth.read(fixture.owner, {});
    const { series: lines } = await reports.comparison.read(fixture.owner, { period: 'Max' });
    const isOpen = (one: { y: number | null }) => one.y === null;
    for (const [name, points] of Object.entries({
      depths: depths.map(({ date, drawdown_pct: y }) => ({ date, y })),
      values: values.map(({ date, value: y }) => ({ date, y })),
      worth: history.points.map(({ date, net_worth: y }) => ({ date, y })),
    }))
      assert.deepEqual([name, points.filter(isOpen).map(({ date }) => date)], [name, open]);
    // A close of the index within a gap is a day of both lines.
    assert.deepEqual(
      lines.map(({ date, portfolio }) => [date, portfolio === null]),
      [
        ['2026-01-01', false],
        ['2026-01-12', true],
        ['2026-02-02', false],
        ['2026-02-13', true],
        ['2026-02-27', true],
        ['2026-03-03', false],
        ['2026-03-14', true],
        ['2026-04-01', true],
        ['2026-04-02', false],
      ],
    );
  });

  it('portfolio/Report rules 7: the dollar has no part where none is held', async () => {
    const view = await read();
    assert.deepEqual([view.fx_return_pct, view.fx_estimated], [null, false]);
    assert.match(view.reasons.fx_return_pct ?? '', /No holdings are in US dollars/);
  });

  it('explain=true tells formula, numbers and the rows behind each headline figure', async () => {
    assert.equal((await read()).explanations, null);
    const { explanations, xirr_pct } = await read({ explain: true });
    const of = (name: string) => explanations?.find(({ figure }) => figure === name);
    assert.deepEqual(explanations?.map(({ figure }) => figure).sort(), [
      'alpha_pct',
      'cagr_pct',
      'capital_return_pct',
      'dividend_return_pct',
      'fx_return_pct',
      'made',
      'total_return_pct',
      'twr_annual_pct',
      'twr_pct',
      'xirr_pct',
    ]);
    assert.equal(of('xirr_pct')?.value, xirr_pct);
    assert.deepEqual(
      of('xirr_pct')
        ?.inputs.filter(({ kind }) => kind === 'transaction')
        .map(({ label, value }) => [label, value]),
      [
        ['BUY 10 TCS in P', -1000],
        ['BUY 10 TCS in P', -1100],
        ['DIVIDEND 20 TCS in P', 60],
      ],
    );
    assert.match(of('total_return_pct')?.worked ?? '', /\(320 \+ 60\) \/ 2,100 = 18\.0952 %/);
    assert.ok(of('total_return_pct')?.inputs.some(({ kind, value }) => kind === 'price' && value === 121));
    assert.deepEqual([of('cagr_pct')?.worked, of('cagr_pct')?.value], [null, null]);
    assert.match(
      of('alpha_pct')?.worked ?? '',
      /^18\.0952 % - 3\.9216 % = \(2,420 - 2,122\.35\) \/ 2,100 = 14\.1737 %$/,
    );
    assert.equal(of('twr_annual_pct')?.worked, null);
    assert.ok((of('twr_annual_pct')?.reason ?? '') !== '');
  });

  it('portfolio/Report rules 4: the payments that are listed, each at its close, give the worth in the index', async () => {
    const { explanations, benchmark } = await read({ explain: true });
    const inputs = explanations?.find(({ figure }) => figure === 'alpha_pct')?.inputs ?? [];
    const last = inputs.find(({ kind }) => kind === 'price')?.value ?? 0;
    const payments = inputs.flatMap(({ label, value }) => {
      const close = /^(?:Paid into|Taken out of) NIFTY 50 at ([\d,]+)$/.exec(label)?.[1];
      return close === undefined ? [] : [(value ?? 0) / Number(close.replaceAll(',', ''))];
    });
    assert.equal(payments.length, 3);
    near(payments.reduce((sum, units) => sum + units, 0) * last, benchmark.position_value ?? Number.NaN);
  });

  it('portfolio/Reports "/performance": the values and the money that are listed give the time-weighted return', async () => {
    const { explanations, twr_pct } = await read({ explain: true });
    const inputs = explanations?.find(({ figure }) => figure === 'twr_pct')?.inputs ?? [];
    const values = inputs.filter(({ label }) => label.startsWith('Value of '));
    const money = inputs.filter(({ label }) => !label.startsWith('Value of '));
    assert.ok(values.length > 2 && money.length > 0);
    let factor = 1;
    for (const [at, { date, value }] of values.entries()) {
      const before = values[at - 1];
      if (before === undefined) continue;
      const moved = money.filter(
        (one) => (one.date ?? '') > (before.date ?? '') && (one.date ?? '') <= (date ?? ''),
      );
      const sum = (label: string) =>
        moved.reduce((all, one) => all + (one.label === label ? Math.abs(one.value ?? 0) : 0), 0);
      factor *= ((value ?? 0) + sum('Taken out') + sum('Dividends')) / ((before.value ?? 0) + sum('Put in'));
    }
    near(twr_pct, (factor - 1) * 100);
  });

  it('refuses a span that ends before it begins, and the portfolio of another person', async () => {
    await refused(read({ from: '2026-02-01', to: '2026-01-01' }), 422, 'VALIDATION_ERROR');
    await refused(
      fixture.core.reports.performance.read(fixture.stranger, { portfolio: 'P' }),
      404,
      'PORTFOLIO_NOT_FOUND',
    );
  });
});

describe('the performance report where things are lacking', () => {
  let fixture: TestCore;
  const coreAnew = sharedCore({ at: '2026-01-01T06:00:00.000Z' });
  beforeEach(async () => {
    fixture = await coreAnew();
  });
  const read = async (portfolio?: string) =>
    await fixture.core.reports.performance.read(fixture.owner, { portfolio, explain: true });
  const hold = async (over: Record<string, unknown> = {}) =>
    await fixture.core.portfolio.holdings.create(
      fixture.owner,
      {
        portfolio: 'P',
        symbol: 'AAPL',
        asset_class: 'US Equity',
        currency: 'USD',
        quantity: 10,
        avg_buy_price: 100,
        current_price: 150,
        ...over,
      } as never,
      by,
    );

  it('nothing at all: every figure is null and has its reason', async () => {
    const view = await read();
    for (const name of [
      'xirr_pct',
      'cagr_pct',
      'total_return_pct',
      'capital_return_pct',
      'dividend_return_pct',
      'alpha_pct',
      'twr_pct',
      'fx_return_pct',
    ] as const) {
      assert.equal(view[name], null, name);
      assert.ok((view.reasons[name] ?? '') !== '', name);
      assert.ok((view.explanations?.find(({ figure }) => figure === name)?.reason ?? '') !== '', name);
    }
    assert.deepEqual([view.series, view.current_value], [[], 0]);
  });

  it('portfolio/Report rules 2: a sale with a gain and a charge the day after show the gain, the other rate beside it', async () => {
    const of = { portfolio: 'P', symbol: 'TCS', currency: 'INR' };
    for (const row of [
      { type: 'BUY', date: '2025-01-01', quantity: 10, price: 100 },
      { type: 'SELL', date: '2025-07-05', quantity: 10, price: 150 },
      { type: 'CASH_IN', date: '2025-07-06', quantity: 0, price: 20 },
    ])
      await fixture.core.portfolio.transactions.create(fixture.owner, { ...of, ...row } as never, by);
    const view = await read('P');
    // 1,500 for 1,000 in 185 days is 122.5 % a year; with the 20 it is a little less.
    assert.ok(view.xirr_pct !== null && view.xirr_pct > 110 && view.xirr_pct < 122.5, `${view.xirr_pct}`);
    assert.equal(view.xirr_state, 'AMBIGUOUS');
    assert.deepEqual(
      view.xirr_alternatives_pct.map((rate) => rate.toFixed(2)),
      ['-100.00'],
    );
    const told = view.explanations?.find(({ figure }) => figure === 'xirr_pct');
    assert.match(told?.worked ?? '', /; -100 % fits too$/);
    assert.ok(
      view.warnings.some(({ code, message }) => code === 'XIRR_AMBIGUOUS' && /-100\.00 %/.test(message)),
    );
  });

  it('portfolio/Report rules 7: dollars are an estimate by the reference rate of the settings', async () => {
    await hold();
    const own = await read();
    // No rate of the market: 82 then, 82 now.
    assert.deepEqual([own.fx_return_pct, own.fx_estimated], [0, true]);
    assert.ok(own.warnings.some(({ code }) => code === 'FX_REFERENCE_ONLY'));
    await fixture.core.database.asSystem('a rate for a test', async (trx) => {
      await trx('market.fx_rates').insert({
        base: 'USD',
        quote: 'INR',
        day: '2026-01-01',
        rate: '90',
        source: 'YAHOO',
        as_of: '2026-01-01T06:00:00.000Z',
      });
    });
    fixture.clock.pass(2);
    const view = await read();
    // 1,500 dollars × (90 - 82) of 1,000 × 82.
    near(view.fx_return_pct, (12_000 / 82_000) * 100);
    assert.equal(view.fx_estimated, true);
  });

  it('a holding without transactions: no XIRR and no dividends are made up', async () => {
    await hold({ currency: 'INR', symbol: 'TCS', asset_class: 'Indian Equity' });
    await fixture.core.portfolio.snapshots.take(fixture.owner);
    const view = await read('P');
    assert.equal(view.xirr_pct, null);
    assert.match(view.reasons.xirr_pct ?? '', /TCS/);
    assert.equal(view.dividend_return_pct, null);
    assert.equal(view.total_return_pct, null);
    near(view.capital_return_pct, 50);
    assert.match(view.reasons.cagr_pct ?? '', /0 days, since 1 Jan 2026/);
    assert.equal(view.alpha_pct, null);
  });
});
