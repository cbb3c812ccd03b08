import assert from 'node:assert/strict';
import { createLiveMarks } from '../../../core/policies/live-marks.ts';
import { createLedgerReads } from '../../../core/policies/ledger-reads.ts';
import type { InstrumentQuote, WantedQuote } from '../../../core/market/index.ts';
import { sharedCore, type TestCore } from '../../support/core.ts';
import { market } from '../../support/market.ts';
import { policyBody, seedCycle, seedDay, seedRun, type SeededBooks } from '../../support/policies.ts';

const BY = { actor: 'api:owner' };

describe('the books of a policy', () => {
  const open = sharedCore();
  let world: TestCore;
  let id: string;
  let paper: SeededBooks;
  let live: SeededBooks;
  let ids: Map<string, string>;
  beforeEach(async () => {
    world = await open();
    id = (await world.core.policies.create(world.owner, policyBody(), BY)).id;
    paper = { userId: world.owner, policyId: id };
    live = { ...paper, mode: 'LIVE' };
    ids = await market()
      .share('TCS', { name: 'Tata Consultancy', isin: 'INE467B01029' })
      .share('INFY')
      .share('GOLDBEES', { asset_class: 'ETF' })
      .write(world.core);
  });
  const books = () => world.core.policies.books;
  const held = (symbol: string, quantity: number, cost: number, close: number | null) => ({
    instrument_id: ids.get(symbol) ?? '0',
    symbol,
    quantity,
    cost,
    close,
  });

  it('portfolio/Live policies, GET equity: by day, on paper unless told, with its benchmark once there is a level', async () => {
    assert.deepEqual(await books().equity(world.owner, id, {}), {
      policy_id: id,
      mode: 'PAPER',
      benchmark: null,
      items: [],
    });
    await seedDay(world.core, paper, { day: '2026-03-04', index: 11, benchmark: 10.5 });
    await seedDay(world.core, paper, { day: '2026-03-02', index: 10 });
    await seedDay(world.core, live, { day: '2026-03-04', index: 12 });
    const curve = await books().equity(world.owner, id, {});
    assert.deepEqual(curve.benchmark, { code: 'NIFTY500', name: 'NIFTY 500' });
    assert.deepEqual(
      curve.items.map((row) => [
        row.date,
        row.performance_index_net_of_tax,
        row.benchmark_index,
        row.cash,
        row.notes,
      ]),
      [
        ['2026-03-02', 10, null, 1000, 'all priced'],
        ['2026-03-04', 11, 10.5, 1000, 'all priced'],
      ],
    );
    const other = await books().equity(world.owner, id, { mode: 'LIVE' });
    assert.deepEqual(
      [other.mode, other.items.map((row) => row.performance_index_net_of_tax), other.benchmark],
      ['LIVE', [12], null],
    );
  });

  it('portfolio/Live policies, GET holdings: of the last session, or the nearest on or before a date, in pages', async () => {
    const nothing = {
      policy_id: id,
      mode: 'PAPER',
      date: null,
      cash: 0,
      items: [],
      page: 1,
      page_size: 50,
      total: 0,
    };
    assert.deepEqual(await books().holdings(world.owner, id, {}), nothing);
    await seedDay(world.core, paper, { day: '2026-03-02', cash: 400, held: [held('TCS', 4, 380, 100)] });
    await seedDay(world.core, paper, {
      day: '2026-03-06',
      cash: 100,
      held: [{ ...held('INFY', 10, 500, 60), note: 'Older close.' }, held('TCS', 3, 285, 100)],
    });
    await seedDay(world.core, paper, { day: '2026-03-09', cash: 1000 });
    await seedDay(world.core, live, { day: '2026-03-09', held: [held('GOLDBEES', 1, 70, 71)] });
    assert.deepEqual(await books().holdings(world.owner, id, { date: '2026-03-01' }), nothing);
    // Saturday: what was held at the close of Friday.
    const friday = await books().holdings(world.owner, id, { date: '2026-03-07', page_size: 1 });
    assert.deepEqual([friday.date, friday.cash, friday.total, friday.page_size], ['2026-03-06', 100, 2, 1]);
    // 10 × 60 of 100 + 600 + 300.
    assert.deepEqual(friday.items, [
      {
        symbol: 'INFY',
        name: 'INFY Ltd',
        sector: 'Banks',
        quantity: 10,
        avg_cost: 50,
        close: 60,
        close_date: '2026-03-06',
        market_value: 600,
        weight_pct: 60,
        unrealized_gain: 100,
        held_since: '2026-01-05',
        note: 'Older close.',
        live_priced: null,
      },
    ]);
    const second = await books().holdings(world.owner, id, { date: '2026-03-06', page: 2, page_size: 1 });
    assert.deepEqual(
      second.items.map(({ symbol }) => symbol),
      ['TCS'],
    );
    const wednesday = await books().holdings(world.owner, id, { date: '2026-03-05' });
    assert.deepEqual(
      [wednesday.date, wednesday.items.map(({ symbol, quantity }) => [symbol, quantity])],
      ['2026-03-02', [['TCS', 4]]],
    );
    // Everything was sold: nothing of an earlier day shines through.
    const last = await books().holdings(world.owner, id, {});
    assert.deepEqual([last.date, last.cash, last.items, last.total], ['2026-03-09', 1000, [], 0]);
    const other = await books().holdings(world.owner, id, { mode: 'LIVE' });
    assert.deepEqual(
      other.items.map(({ symbol }) => symbol),
      ['GOLDBEES'],
    );
  });

  it('portfolio/Live policies, GET holdings live=true: quotes of now for display, closes where there is none, ignored with a date', async () => {
    await seedDay(world.core, paper, {
      day: '2026-03-02',
      cash: 100,
      held: [
        held('TCS', 4, 380, 100),
        held('INFY', 10, 500, 60),
        held('GOLDBEES', 2, 140, 71),
        { ...held('GONE', 1, 10, null), instrument_id: '999' },
        { ...held('GONE', 1, 10, 9), instrument_id: '998' },
      ],
    });
    const asked: WantedQuote[][] = [];
    const quoteOf = ({ symbol }: WantedQuote): InstrumentQuote => {
      const quote = (price: number, as_of: string): InstrumentQuote => ({
        quote: { price, previous_close: null, as_of, currency: 'INR', source: 'test' },
        reason: null,
      });
      if (symbol === 'TCS') return quote(110.1, '2026-03-04');
      // From before the close that is on record: no quote of now.
      if (symbol === 'INFY') return quote(10, '2026-02-27');
      if (symbol === 'GONE') return quote(11, '2026-03-04');
      return { quote: null, reason: 'NOT_FOUND' };
    };
    const reads = createLedgerReads(
      world.core,
      createLiveMarks({
        instruments: world.core.instruments,
        quotesOf: (_, wanted) => {
          asked.push([...wanted]);
          return Promise.resolve(wanted.map(quoteOf));
        },
      }),
    );
    const before = await reads.holdings(world.owner, id, {});
    assert.ok(before.items.every(({ live_priced }) => live_priced === null));
    const now = await reads.holdings(world.owner, id, { live: true });
    assert.deepEqual(
      now.items.map((row) => [
        row.symbol,
        row.close,
        row.close_date,
        row.market_value,
        row.unrealized_gain,
        row.live_priced,
      ]),
      [
        // 4 × 110.1 less 380
        ['TCS', 110.1, '2026-03-04', 440.4, 60.4, true],
        ['INFY', 60, '2026-03-02', 600, 100, false],
        ['GOLDBEES', 71, '2026-03-02', 142, 2, false],
        ['GONE', 11, '2026-03-04', 11, 1, true],
        ['GONE', 11, '2026-03-04', 11, 1, true],
      ],
    );
    assert.deepEqual(
      asked[0]?.slice(0, 3).map(({ symbol, isin, asset_class }) => [symbol, isin, asset_class]),
      [
        ['TCS', 'INE467B01029', 'Indian Equity'],
        ['INFY', null, 'Indian Equity'],
        ['GOLDBEES', null, 'ETF'],
      ],
    );
    assert.deepEqual(await reads.holdings(world.owner, id, { live: true, date: '2026-03-02' }), before);
    assert.deepEqual(await reads.holdings(world.owner, id, { live: false }), before);
    assert.equal(asked.length, 1, 'only who asks for quotes has any fetched');
    // Only what is on the page is asked for.
    await reads.holdings(world.owner, id, { live: true, page: 3, page_size: 2 });
    assert.equal(asked[1]?.length, 1);
    // With nobody to ask, as in this core, every close stays.
    const alone = await books().holdings(world.owner, id, { live: true });
    assert.deepEqual(
      alone.items.map(({ close, live_priced }) => [close, live_priced]),
      [100, 60, 71, null, 9].map((close) => [close, false]),
    );
  });

  it('portfolio/Live policies, GET trades, orders, cycles, universe-events: in pages, newest first', async () => {
    await seedCycle(world.core, paper, {
      day: '2026-03-02',
      orders: [
        { symbol: 'TCS', side: 'BUY', quantity: 4, reference: 100, fill: 101 },
        { symbol: 'INFY', side: 'BUY', state: 'NOT_MADE', quantity: 0, reference: 60, fill: null },
      ],
    });
    await seedCycle(world.core, paper, {
      day: '2026-04-01',
      orders: [{ symbol: 'TCS', side: 'SELL', state: 'REDUCED', quantity: 2, reference: 120, fill: 118.8 }],
    });
    await seedCycle(world.core, live, {
      day: '2026-04-01',
      orders: [{ symbol: 'GOLDBEES', side: 'BUY', quantity: 1, reference: 70, fill: 70 }],
    });
    const trades = await books().trades(world.owner, id, { page_size: 1 });
    assert.deepEqual(
      [trades.total, trades.items.map(({ symbol, side }) => [symbol, side])],
      [2, [['TCS', 'SELL']]],
    );
    const older = await books().trades(world.owner, id, { page: 2, page_size: 1 });
    assert.deepEqual(
      older.items.map((trade) => ({ ...trade, trade_id: '' })),
      [
        {
          trade_id: '',
          date: '2026-03-02',
          side: 'BUY',
          symbol: 'TCS',
          quantity: 4,
          price: 101,
          price_source: 'QUOTE',
          value: 404,
          costs: 1.25,
          realised_gain: null,
          tax: null,
        },
      ],
    );
    const orders = await books().orders(world.owner, id, {});
    assert.deepEqual(
      orders.items.map(({ date, symbol, state, value, charges }) => [
        date,
        symbol,
        state,
        value,
        charges?.total,
      ]),
      [
        ['2026-04-01', 'TCS', 'REDUCED', 237.6, 1.25],
        ['2026-03-02', 'INFY', 'NOT_MADE', 0, undefined],
        ['2026-03-02', 'TCS', 'FILLED', 404, 1.25],
      ],
    );
    const notMade = await books().orders(world.owner, id, { state: 'NOT_MADE', page_size: 5 });
    assert.deepEqual([notMade.total, notMade.items.map(({ symbol }) => symbol)], [1, ['INFY']]);
    const ofCycle = async (query: object) =>
      (await books().orders(world.owner, id, query)).items.map(({ symbol, side }) => `${side} ${symbol}`);
    assert.deepEqual(await ofCycle({ date: '2026-03-02' }), ['BUY INFY', 'BUY TCS']);
    assert.deepEqual(await ofCycle({ date: '2026-03-02', state: 'FILLED' }), ['BUY TCS']);
    assert.deepEqual(await ofCycle({ date: '2026-04-01', mode: 'LIVE' }), ['BUY GOLDBEES']);
    assert.deepEqual(await ofCycle({ date: '2026-04-02' }), []);
    const cycles = await books().cycles(world.owner, id, {});
    assert.deepEqual(
      cycles.items.map((row) => [row.cycle_date, row.orders_made, row.buy_value, row.sell_value, row.costs]),
      [
        ['2026-04-01', 1, 0, 237.6, 1.25],
        ['2026-03-02', 1, 404, 0, 1.25],
      ],
    );
    assert.deepEqual((await books().cycles(world.owner, id, { page: 9 })).items, []);
    assert.deepEqual(
      (await books().orders(world.owner, id, { mode: 'LIVE' })).items.map(({ symbol }) => symbol),
      ['GOLDBEES'],
    );
    assert.deepEqual(await books().universeEvents(world.owner, id, {}), {
      items: [],
      page: 1,
      page_size: 50,
      total: 0,
    });
  });

  it('portfolio/Live policies, GET signals: of the newest cycle by rank, what could not be ranked last', async () => {
    assert.equal((await books().signals(world.owner, id, {})).total, 0);
    await seedCycle(world.core, paper, { day: '2026-03-02', signals: [{ symbol: 'INFY', rank: 1 }] });
    await seedCycle(world.core, paper, {
      day: '2026-04-01',
      signals: [
        { symbol: 'TCS', rank: 1 },
        { symbol: 'INFY', rank: 2 },
        { symbol: 'NEWCO', rank: null },
      ],
    });
    const newest = await books().signals(world.owner, id, { page_size: 2 });
    assert.deepEqual(
      [newest.total, newest.items],
      [
        3,
        [
          { cycle_date: '2026-04-01', symbol: 'TCS', rank: 1, score: 1, unrankable: null },
          { cycle_date: '2026-04-01', symbol: 'INFY', rank: 2, score: 0.5, unrankable: null },
        ],
      ],
    );
    const last = await books().signals(world.owner, id, { page: 2, page_size: 2 });
    assert.deepEqual(
      last.items.map(({ symbol, rank, unrankable }) => [symbol, rank, unrankable]),
      [['NEWCO', null, 'Too few closes.']],
    );
    const march = await books().signals(world.owner, id, { date: '2026-03-02' });
    assert.deepEqual(
      march.items.map(({ symbol }) => symbol),
      ['INFY'],
    );
    assert.equal((await books().signals(world.owner, id, { date: '2026-03-03' })).total, 0);
    assert.equal((await books().signals(world.owner, id, { mode: 'LIVE' })).total, 0);
  });

  it('portfolio/Live policies, GET tracking: three curves by day, and what each fill cost against its reference', async () => {
    const run = await seedRun(world.core, world.owner, {
      curve: [
        ['2026-02-27', 19],
        ['2026-03-02', 20],
      ],
    });
    const { policy } = await world.core.policies.promotions.promote(
      world.owner,
      run,
      { key: 'key-of-sixteen-chars', body: { tag_code: 'FROMARUN', name: 'Promoted' } },
      BY,
    );
    const own = { userId: world.owner, policyId: policy.id };
    await seedDay(world.core, own, { day: '2026-03-02', index: 10 });
    await seedDay(world.core, own, { day: '2026-03-04', index: 10.2 });
    await seedDay(world.core, { ...own, mode: 'LIVE' }, { day: '2026-03-04', index: 10 });
    await seedCycle(world.core, own, {
      day: '2026-03-02',
      orders: [
        { symbol: 'TCS', side: 'BUY', quantity: 4, reference: 100, fill: 101 },
        { symbol: 'INFY', side: 'BUY', state: 'NOT_MADE', quantity: 0, reference: 60, fill: null },
      ],
    });
    await seedCycle(
      world.core,
      { ...own, mode: 'LIVE' },
      {
        day: '2026-03-04',
        orders: [
          { symbol: 'TCS', side: 'SELL', quantity: 2, reference: 200, fill: 198 },
          { symbol: 'INFY', side: 'SELL', quantity: 1, reference: 50, fill: 51 },
        ],
      },
    );
    const tracking = await books().tracking(world.owner, policy.id);
    assert.deepEqual(tracking.days, ['2026-02-27', '2026-03-02', '2026-03-04']);
    assert.deepEqual(
      [tracking.backtest, tracking.paper, tracking.live, tracking.source_run_id],
      [[19, 20, null], [null, 10, 10.2], [null, null, 10], run],
    );
    // Bought 1 % above, sold 1 % below: both cost. Sold 2 % above: it gained.
    assert.deepEqual(
      tracking.slippage.map(({ mode, symbol, side, slippage_pct }) => [mode, symbol, side, slippage_pct]),
      [
        ['LIVE', 'INFY', 'SELL', -2],
        ['LIVE', 'TCS', 'SELL', 1],
        ['PAPER', 'TCS', 'BUY', 1],
      ],
    );
    // Kept, and anew once a fill or a day of either curve has changed.
    await world.core.database.systemPool.query(
      `update policy.policy_orders set fill_price = 102 where policy_id = $1 and fill_price = 101`,
      [policy.id],
    );
    assert.equal((await books().tracking(world.owner, policy.id)).slippage.at(-1)?.slippage_pct, 2);
    await seedDay(world.core, own, { day: '2026-03-05', index: 10.3 });
    assert.deepEqual((await books().tracking(world.owner, policy.id)).paper, [null, 10, 10.2, 10.3]);
    const plain = await books().tracking(world.owner, id);
    assert.deepEqual(plain, {
      policy_id: id,
      days: [],
      paper: [],
      live: [],
      backtest: [],
      source_run_id: null,
      slippage: [],
    });
  });

  it('portfolio/Live policies, GET pending-approvals: plans of this person that wait, with their orders', async () => {
    assert.equal((await world.core.policies.plans.pending(world.owner, {})).total, 0);
    const cycle = await seedCycle(world.core, live, {
      day: '2026-03-02',
      status: 'PENDING_APPROVAL',
      planState: 'PENDING_APPROVAL',
      orders: [{ symbol: 'TCS', side: 'BUY', quantity: 4, reference: 100, fill: null }],
    });
    await seedCycle(world.core, live, { day: '2026-04-01' });
    const { items, total } = await world.core.policies.plans.pending(world.owner, {});
    assert.equal(total, 1);
    const [plan] = items;
    assert.deepEqual(
      [plan?.policy_id, plan?.policy_name, plan?.cycle_id, plan?.cycle_date, plan?.state, plan?.digest],
      [id, 'Momentum', cycle, '2026-03-02', 'PENDING_APPROVAL', 'abc'],
    );
    assert.deepEqual([plan?.cash_before, plan?.cash_after, plan?.estimated_costs], [100, 50, 1.5]);
    assert.deepEqual(
      plan?.orders.map(({ side, symbol, quantity, limit_price, value, costs, charges, tag }) => [
        side,
        symbol,
        quantity,
        limit_price,
        value,
        costs,
        charges?.stt,
        tag.slice(0, 6),
      ]),
      [['BUY', 'TCS', 4, 100, 400, 1.25, 1, 'SEEDED']],
    );
    assert.equal((await world.core.policies.plans.pending(world.stranger, {})).total, 0);
    const [listed] = (await world.core.policies.list(world.owner, {})).items;
    assert.equal(listed?.pending_plans, 1);
  });
});
