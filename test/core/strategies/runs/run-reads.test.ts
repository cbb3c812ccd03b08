import assert from 'node:assert/strict';
import type { OrderView } from '../../../../core/strategies/index.ts';
import { backtest, runAll, SYMBOLS, walkingMarket, WINDOW } from '../../../support/backtests.ts';
import { equityRow, storeResult } from '../../../support/backtest-rows.ts';
import { share } from '../../../support/price-panel.ts';
import { type TestCore, testCore } from '../../../support/core.ts';

const BY = { actor: 'test' };
const JSON_COLUMNS = ['config', 'benchmark', 'metrics', 'validation', 'findings'];

describe('reads of backtests', function limited(this: Mocha.Suite) {
  this.timeout(120_000);
  let world: TestCore;
  let id: string;
  let other: string;
  before(async () => {
    world = await testCore();
    await walkingMarket()
      .share('=EVIL()', { name: '@SUM(A1), "Ltd"' })
      .walk('=EVIL()', { from: '2022-06-01', to: '2025-06-30', seed: 5, drift: 0.4 })
      .write(world.core);
    // A symbol that a spreadsheet would run: only the registry can have one.
    await world.core.database.systemPool.query(
      `insert into market.index_constituents (index_name, instrument_id, symbol, valid_from, source)
       select 'NIFTY50', id, symbol, '2015-01-01', 'test' from market.instruments`,
    );
    id = (
      await runs().create(
        world.owner,
        backtest({}, { universe: 'NIFTY50', top_n: 3, rebalance: 'weekly' }),
        BY,
      )
    ).run_id;
    other = (await runs().create(world.owner, backtest({ from: '2024-07-01' }), BY)).run_id;
    await runAll(world.core);
  });
  after(() => world.close());
  const runs = () => world.core.strategies.runs;

  const pagesOf = async <T>(read: (page: number) => Promise<{ items: T[]; total: number }>): Promise<T[]> => {
    const all: T[] = [];
    for (let page = 1; ; page += 1) {
      const { items, total } = await read(page);
      all.push(...items);
      if (items.length === 0) {
        assert.equal(all.length, total);
        return all;
      }
    }
  };

  it('orders come in pages, all, of one state, or those that traded something, each in the order they were made', async () => {
    const page_size = 7;
    const all = await pagesOf((page) => runs().orders(world.owner, id, { page, page_size }));
    assert.ok(all.length > 40, `${all.length}`);
    const dates = all.map(({ date }) => date);
    assert.deepEqual(dates, dates.toSorted());
    for (const state of ['FILLED', 'REDUCED', 'NOT_MADE'] as const)
      assert.deepEqual(
        await pagesOf((page) => runs().orders(world.owner, id, { page, page_size, state })),
        all.filter((order: OrderView) => order.state === state),
      );
    const traded = all.filter(({ quantity }) => quantity > 0);
    assert.ok(traded.length > 3 && traded.length < all.length);
    assert.deepEqual(await pagesOf((page) => runs().trades(world.owner, id, { page, page_size })), traded);
    for (const { charges, state, value, price, quantity } of all) {
      assert.equal(charges === null, state === 'NOT_MADE');
      assert.ok(Math.abs(value - (price ?? 0) * quantity) < 1e-6);
    }
    assert.ok(traded.every(({ charges }) => (charges?.total ?? 0) > 0));
  });

  it('holdings are those of the session on or before the day, at its closes', async () => {
    const { items: equity } = await runs().equity(world.owner, id);
    const last = await runs().holdings(world.owner, id, {});
    assert.equal(last.date, equity.at(-1)?.date);
    const sum = last.items.reduce((total, { market_value }) => total + market_value, 0);
    assert.ok(Math.abs(sum - (equity.at(-1)?.positions_value ?? 0)) < 1e-6);
    assert.equal(last.cash, equity.at(-1)?.cash);
    const weights = last.items.reduce((total, { weight_pct }) => total + weight_pct, 0);
    assert.ok(weights > 50 && weights <= 100.000001, `${weights}`);
    for (const { quantity, avg_cost, market_value, unrealised_gain } of last.items)
      assert.ok(Math.abs(quantity * avg_cost + unrealised_gain - market_value) < 1e-3);
    // A Sunday in the middle of a month: of a session before it.
    const sunday = await runs().holdings(world.owner, id, { date: '2024-09-15' });
    assert.ok(
      sunday.date !== null && sunday.date <= '2024-09-13' && sunday.date >= '2024-08-30',
      `${sunday.date}`,
    );
    assert.ok(sunday.items.length > 0);
    assert.deepEqual(await runs().holdings(world.owner, id, { date: '2023-12-31' }), {
      run_id: id,
      date: null,
      cash: 1_000_000,
      items: [],
    });
  });

  it('after everything was sold nothing is held, whatever was recorded before', async () => {
    // On Monday all of it was sold, though Friday's holdings are the newest that are recorded.
    const id = await world.core.database.asSystem('a backtest that sold everything', async (trx) => {
      const run = await trx('strategy.research_runs').where({ id: other }).first();
      const columns = { ...run, id: 900, ...Object.fromEntries(JSON_COLUMNS.map((name) => [name, '[]'])) };
      await trx('strategy.research_runs').insert(columns);
      const held = { quantity: '2', cost: '9', close: '5', close_date: '2024-07-05', market_value: '10' };
      await storeResult(
        trx,
        { id: '900', owner_user_id: world.owner },
        {
          equity: [
            equityRow({ date: '2024-07-05', cash: '30', positions_value: '10', total_value: '40' }),
            equityRow({ date: '2024-07-08', cash: '39.5' }),
            equityRow({ date: '2024-07-09', cash: '19.5', positions_value: '20', total_value: '39.5' }),
          ],
          holdings: [{ date: '2024-07-05', security: 0, ...held, held_since: '2024-07-01' }],
        },
        [share('AAA', { sector: 'Banks' })],
      );
      return '900';
    });
    const on = async (date: string) => await runs().holdings(world.owner, id, { date });
    assert.deepEqual(await on('2024-07-08'), { run_id: id, date: '2024-07-08', cash: 39.5, items: [] });
    const friday = {
      symbol: 'AAA',
      name: null,
      sector: 'Banks',
      quantity: 2,
      avg_cost: 4.5,
      close: 5,
      close_date: '2024-07-05',
      market_value: 10,
      weight_pct: 25,
      unrealised_gain: 1,
      held_since: '2024-07-01',
    };
    const expected = { run_id: id, date: '2024-07-05', cash: 30, items: [friday] };
    assert.deepEqual(await on('2024-07-07'), expected);
    // Nothing is recorded of the ninth: what is on record before it, as of its own day.
    assert.deepEqual(await on('2024-07-31'), expected);
  });

  it('compares runs on the sessions that any of them has, each from 10', async () => {
    const view = await runs().compare(world.owner, { ids: `${other},${id},${other}` });
    assert.deepEqual(
      view.runs.map(({ run_id }) => run_id),
      [other, id],
    );
    assert.deepEqual(view.days, world.core.calendar.sessionsBetween('NSE', WINDOW.from, WINDOW.to));
    const begin = view.days.indexOf('2024-07-01');
    const [late, early] = view.curves;
    assert.deepEqual(
      [late?.run_id, late?.values[begin - 1], early?.values.includes(null)],
      [other, null, false],
    );
    assert.ok(late?.values[begin] !== null);
    // The index of fifty has no levels here; that of the list has, from its own first day.
    assert.deepEqual(
      view.benchmarks.map(({ code, values }) => [code, values[begin - 1], values[begin]]),
      [['NIFTY500', null, 10]],
    );
    await assert.rejects(runs().compare(world.owner, { ids: '1,2,3,4,5,6,7' }), { code: 'VALIDATION_ERROR' });
    await assert.rejects(runs().compare(world.owner, { ids: `${id},999999` }), { code: 'RUN_NOT_FOUND' });
    await assert.rejects(runs().compare(world.stranger, { ids: id }), { code: 'RUN_NOT_FOUND' });
  });

  it('metrics, events and the table of strategies are read by themselves', async () => {
    const metrics = await runs().metrics(world.owner, id);
    const run = await runs().get(world.owner, id);
    assert.deepEqual(
      [metrics.metrics, metrics.validation, metrics.findings],
      [run.metrics, run.validation, run.findings],
    );
    const events = await pagesOf((page) => runs().events(world.owner, other, { page, page_size: 2 }));
    assert.ok(events.length > 0);
    for (const { symbol, message } of events)
      assert.ok((SYMBOLS as readonly string[]).includes(symbol) && message.endsWith('.'));
    assert.deepEqual(
      runs()
        .strategies()
        .items.map(({ strategy }) => strategy),
      ['momentum_12_1', 'momentum_6_1', 'low_volatility', 'trend_quality'],
    );
  });

  it('exports have every row, exact amounts, and nothing that a spreadsheet would run', async () => {
    const text = async (section: 'equity' | 'orders') => {
      let all = '';
      for await (const piece of await runs().csv(world.owner, id, section)) all += piece;
      return all;
    };
    const equity = (await text('equity')).trimEnd().split('\r\n');
    const { items } = await runs().equity(world.owner, id);
    assert.equal(equity.length, items.length + 1);
    assert.match(equity[0] ?? '', /^\uFEFFdate,cash,positions_value,/);
    assert.equal(equity[1]?.split(',')[4], String(items[0]?.total_value));
    const orders = await text('orders');
    const { total } = await runs().orders(world.owner, id, { page_size: 1 });
    assert.equal(orders.trimEnd().split('\r\n').length, total + 1);
    assert.match(orders, /,'=EVIL\(\),"'@SUM\(A1\), ""Ltd""",/);
    assert.doesNotMatch(orders, /,[=@]/);
    await assert.rejects(runs().csv(world.stranger, id, 'orders'), { code: 'RUN_NOT_FOUND' });
  });
});
