import assert from 'node:assert/strict';
import { createCycles } from '../../../core/policies/cycle/index.ts';
import { createPolicyPanels } from '../../../core/policies/cycle/policy-panel.ts';
import type { InstrumentQuotes } from '../../../core/market/index.ts';
import { historyNeeded, isRebalanceDay, type StrategyConfig } from '../../../core/strategies/index.ts';
import { sessionMarks } from '../../../core/strategies/engine/index.ts';
import { calculateRun } from '../../../core/strategies/runs/calculate.ts';
import { createLeases } from '../../../core/platform/index.ts';
import { listed } from '../../support/backtest-rows.ts';
import { market } from '../../support/market.ts';
import { paperPolicy } from '../../support/paper-policy.ts';
import { testCore, type TestCore } from '../../support/core.ts';
import { sampled } from '../../support/soak.ts';
import { strategyConfigOf } from '../../support/strategy-config.ts';

const SYMBOLS = Array.from({ length: 12 }, (_, nr) => `SH${String(nr).padStart(2, '0')}`);
const [BEGINNING, END] = ['2023-10-02', '2024-04-30'];
/** Evenings that are gone through one by one; by the 15th of March a share has left the index. */
const LAST = sampled('2024-03-22', END);
const START = '2024-01-01';

/** Twelve shares with a split, a bonus, a dividend, a suspension and a departure while they may be held. */
async function smallMarket({ core }: TestCore): Promise<void> {
  const built = market();
  for (const [nr, symbol] of SYMBOLS.entries()) {
    built.share(symbol, { sector: nr % 2 === 0 ? 'Banks' : 'IT' });
    built.walk(symbol, {
      from: BEGINNING,
      to: END,
      seed: nr + 1,
      start: 50 + nr * 130,
      drift: (nr % 4) * 0.1,
      step: 3,
    });
    built.member('NIFTY500', symbol, '2020-01-01', nr === 5 ? '2024-03-15' : null);
  }
  for (const [nr, symbol] of SYMBOLS.entries()) {
    const month = `2024-0${2 + (nr % 3)}`;
    if (nr % 3 === 0) built.split(symbol, `${month}-13`, 2, 1);
    if (nr % 3 === 1) built.bonus(symbol, `${month}-14`, 1, 2);
    built.dividend(symbol, `${month}-07`, 4.5);
  }
  // Grows by two paise a session and has no close on some.
  built
    .share('LIQUIDCASE', { asset_class: 'ETF', name: 'Zerodha Nifty 1D Rate Liquid ETF' })
    .closes('LIQUIDCASE', BEGINNING, (session) => (session % 7 === 3 ? null : 100 + session * 0.02), END);
  built.levels('NIFTY500', BEGINNING, (session) => 20_000 + session * 10, END);
  await built.write(core);
}

const noQuotes: InstrumentQuotes = async (_, wanted) =>
  wanted.map(() => ({ quote: null, reason: 'NO_PROVIDER' }));

function cyclesOf({ core }: TestCore, quotesOf: InstrumentQuotes = noQuotes) {
  return createCycles(core, {
    leases: createLeases({ table: 'policy.policies', key: ['id'], leaseMs: 60_000 }, core),
    loader: core.strategies.panels,
    calendar: core.calendar,
    quotesOf,
  });
}

async function equityOf({ core }: TestCore, policyId: string) {
  return await core.database.asSystem('equity for a test', async (trx) => {
    const { rows } = await trx.raw<{ rows: Record<string, string | number>[] }>(
      `select day::text, cash::text, total_value::text, tax_accrued::text, tax_paid::text, cumulative_costs::text,
         nav_net_of_tax::text, performance_index_net_of_tax, benchmark_index, notes
       from policy.policy_equity where policy_id = ? order by day`,
      [policyId],
    );
    return rows;
  });
}

/** The same by a backtest over the same records. */
async function backtest({ core }: TestCore, config: StrategyConfig) {
  const { panel } = await core.strategies.panels.load({
    universe: config.universe,
    from: START,
    to: LAST,
    warmup: historyNeeded(config),
    ...(config.liquid_sweep_enabled === true ? { liquid: 'LIQUIDCASE' } : {}),
  });
  const result = calculateRun({
    panel,
    config,
    marks: sessionMarks(core.calendar, panel.days, config.rebalance),
    from: START,
    to: LAST,
    initial_capital: '1000000',
    risk_free_pct: 6,
    trading_days: 252,
  });
  return listed(result);
}

describe('cycles of policies on paper', () => {
  let test: TestCore;
  before(async () => {
    test = await testCore({ at: '2024-01-01T14:00:00.000Z' });
    await smallMarket(test);
  });
  after(async () => await test.close());

  for (const [rebalance, liquid_sweep_enabled] of [
    ['monthly', false],
    ['weekly', true],
  ] as const)
    it(`portfolio/Policy rules 1, 2 and 4: gone through evening by evening, a ${rebalance} policy comes to the equity of the backtest to the paisa${liquid_sweep_enabled ? ', with its liquid sweep' : ''}`, async () => {
      const config = strategyConfigOf({ rebalance, top_n: 4, max_sector_pct: 70, liquid_sweep_enabled });
      const policy = await paperPolicy(test.core, test.owner, {
        config,
        starts_on: START,
        tag_code: rebalance.padEnd(8, '0').toUpperCase(),
      });
      const cycles = cyclesOf(test);
      for (const day of test.core.calendar.sessionsBetween('NSE', START, LAST)) {
        test.clock.at = new Date(`${day}T14:00:00.000Z`);
        const done = await cycles.advance(policy, { requestedBy: 'scheduler' });
        assert.equal(done?.sessions, 1, day);
        assert.equal(done.cycles.length, Number(isRebalanceDay(test.core.calendar, rebalance, day)), day);
        if (done.cycles.length > 0)
          assert.equal(
            (await cycles.advance(policy, { requestedBy: 'scheduler' }))?.sessions,
            0,
            'never twice',
          );
      }
      const expected = await backtest(test, config);
      const own = await equityOf(test, policy);
      assert.equal(own.length, expected.equity.length);
      for (const [at, row] of expected.equity.entries()) {
        const { day, ...figures } = own[at] ?? {};
        assert.equal(day, row.date);
        const { cash, total_value, tax_accrued, tax_paid, cumulative_costs, nav_net_of_tax } = row;
        const texts = { cash, total_value, tax_accrued, tax_paid, cumulative_costs, nav_net_of_tax };
        for (const [name, text] of Object.entries(texts))
          assert.equal(figures[name], text, `${name} on ${row.date}`);
        assert.equal(figures['performance_index_net_of_tax'], row.performance_index_net_of_tax);
        assert.equal(figures['benchmark_index'], row.benchmark_index);
      }
      assert.ok(expected.metrics.orders_filled > 3);
      if (rebalance === 'weekly') {
        const met = new Set(expected.events.map(({ kind }) => kind));
        assert.ok(met.has('SPLIT') || met.has('BONUS'), 'the shares that are held are split');
        assert.ok(met.has('DIVIDEND'), 'and pay dividends');
      }
      const left = await test.core.database.asSystem('events for a test', (trx) =>
        trx('policy.policy_universe_events')
          .where({ policy_id: policy, kind: 'LEFT' })
          .select('symbol', 'day'),
      );
      assert.deepEqual(left, [{ symbol: 'SH05', day: '2024-03-15' }]);
      const flows = (await test.core.database.asSystem('flows for a test', (trx) =>
        trx('policy.policy_cash_flows').where({ policy_id: policy, kind: 'TAX' }).select('amount'),
      )) as { amount: { toNumber(): number } }[];
      const paid = flows.reduce((sum, { amount }) => sum - amount.toNumber(), 0);
      assert.equal(paid, Number(expected.equity.at(-1)?.tax_paid), 'taxes are money that went out');
      const trades = await test.core.database.asSystem('trades for a test', (trx) =>
        trx('policy.policy_trades').where({ policy_id: policy }).count('* as n').first(),
      );
      const moves = expected.orders.filter(({ rule }) => rule.startsWith('LIQUID'));
      assert.equal(Number(trades?.['n']), expected.metrics.orders_filled + moves.length);
      if (liquid_sweep_enabled) await sweepIsTold(policy, expected);
      else assert.equal(moves.length, 0);
    });

  /** Orders, trades, holdings, events and the words of cycles tell of the fund what the backtest did with it. */
  async function sweepIsTold(
    policy: string,
    { orders, events, equity }: Awaited<ReturnType<typeof backtest>>,
  ) {
    const { books, overview } = test.core.policies;
    const query = { page_size: 200 };
    const moves = orders.filter(({ rule }) => rule.startsWith('LIQUID'));
    assert.deepEqual(
      [...new Set(moves.map(({ rule }) => rule))].sort(),
      ['LIQUID_REDEMPTION', 'LIQUID_SWEEP'],
      'both were made',
    );
    const shown = (await books.orders(test.owner, policy, query)).items.filter(
      ({ symbol }) => symbol === 'LIQUIDCASE',
    );
    assert.deepEqual(
      shown
        .toReversed()
        .map((one) => [one.date, one.side, one.rule, one.quantity, one.reason, one.charges?.total]),
      moves.map((one) => [
        one.date,
        one.side,
        one.rule,
        Number(one.quantity),
        one.reason,
        Number(one.charges?.total),
      ]),
    );
    for (const { charges } of shown) {
      assert.equal(charges?.stt, 0, 'units of a debt fund bear no STT');
    }
    const trades = (await books.trades(test.owner, policy, query)).items;
    assert.equal(trades.filter(({ symbol }) => symbol === 'LIQUIDCASE').length, moves.length);
    const cycles = (await books.cycles(test.owner, policy, query)).items;
    const first = cycles.at(-1);
    // What the rest of the cash buys after a quarter of the capital was spent.
    assert.ok(first !== undefined && first.swept_value > 700_000 && first.buy_value < 250_000);
    assert.ok(first.orders_made < 5, 'the fund is no order of the strategy');
    assert.ok(cycles.some(({ redeemed_value }) => redeemed_value > 0));
    const spoken = await overview.spoken(test.owner, first);
    assert.match(
      spoken.sentences.at(-1) ?? '',
      /^Cash to the liquid fund: ₹7,\d\d,\d{3} \(LIQUIDCASE\), costs ₹\d+\.$/,
    );
    assert.ok(
      spoken.sentences.some((one) => /^Traded ₹2,\d\d,\d{3}, costs/.test(one)),
      spoken.sentences.join(),
    );
    const held = await books.holdings(test.owner, policy, { date: first.cycle_date });
    assert.equal(held.items[0]?.symbol, 'LIQUIDCASE');
    const skipped = events.filter(({ kind }) => kind === 'SWEEP_SKIPPED').map(({ date }) => date);
    assert.ok(skipped.length > 0 && skipped.length < 5);
    const told = (await books.universeEvents(test.owner, policy, query)).items;
    assert.deepEqual(
      told.filter(({ kind }) => kind === 'SWEEP_SKIPPED').map(({ date }) => date),
      skipped.toReversed(),
    );
    assert.ok(Number(equity.find(({ date }) => date === first.cycle_date)?.cash) < 5_000);
  }

  it('catches up after downtime in one go, and comes to the same', async () => {
    const config = strategyConfigOf({ rebalance: 'monthly', top_n: 4, max_sector_pct: 70 });
    const policy = await paperPolicy(test.core, test.owner, {
      config,
      starts_on: START,
      tag_code: 'CATCHUP1',
    });
    // The morning after the last of them.
    test.clock.at = new Date(`${test.core.calendar.nextSession('NSE', LAST)}T03:00:00.000Z`);
    const done = await cyclesOf(test).advance(policy, { requestedBy: 'scheduler' });
    const expected = await backtest(test, config);
    assert.equal(done?.sessions, expected.equity.length);
    const own = await equityOf(test, policy);
    assert.deepEqual(
      own.map(({ total_value }) => total_value),
      expected.equity.map(({ total_value }) => total_value),
    );
  });

  it('portfolio/plan table, PAPER: fills at a fresh quote, else at the reference price, and the row says which', async () => {
    const config = strategyConfigOf({ rebalance: 'daily', top_n: 4, liquid_sweep_enabled: true });
    const policy = await paperPolicy(test.core, test.owner, {
      config,
      starts_on: '2024-02-01',
      tag_code: 'QUOTED01',
    });
    test.clock.at = new Date('2024-02-01T14:00:00.000Z');
    const asked: string[] = [];
    const quotes: InstrumentQuotes = async (_, wanted) =>
      wanted.map(({ symbol }) => {
        asked.push(symbol);
        // A quote of yesterday is no fresh one.
        const as_of = asked.length === 2 ? '2024-01-31' : '2024-02-01';
        return {
          quote: { price: 123.45, previous_close: null, as_of, currency: 'INR', source: 'test' },
          reason: null,
        };
      });
    await cyclesOf(test, quotes).advance(policy, { requestedBy: 'scheduler' });
    const orders = (await test.core.database.asSystem('orders for a test', (trx) =>
      trx('policy.policy_orders').where({ policy_id: policy }).whereNot('state', 'NOT_MADE').orderBy('nr'),
    )) as {
      symbol: string;
      fill_price: unknown;
      fill_source: string;
      reference_price: unknown;
      reference_source: string;
    }[];
    assert.deepEqual(
      orders.map(({ symbol }) => symbol),
      asked.slice(0, orders.length),
    );
    assert.ok(orders.length >= 1);
    for (const [at, order] of orders.entries()) {
      const isFresh = at !== 1;
      assert.equal(order.fill_source, isFresh ? 'QUOTE' : 'REFERENCE');
      assert.equal(Number(order.fill_price), isFresh ? 123.45 : Number(order.reference_price));
      assert.equal(order.reference_source, 'CLOSE');
    }
    assert.equal(orders.at(-1)?.symbol, 'LIQUIDCASE');
  });

  it('portfolio/Policy rules 4: a cycle with nothing to trade sweeps as well, and stays one; a fund that nobody knows is told', async () => {
    // Looks further back than there are prices: nothing can be ranked.
    const of = { params: { lookback_sessions: 250, skip_sessions: 1 }, liquid_sweep_enabled: true };
    const made = async (tag_code: string, more: Partial<StrategyConfig>) =>
      await paperPolicy(test.core, test.owner, {
        config: strategyConfigOf({ rebalance: 'daily', ...of, ...more }),
        starts_on: '2024-02-01',
        tag_code,
      });
    const swept = await made('QUIET001', {});
    const unswept = await made('QUIET002', { liquid_symbol: 'NOBODY' });
    const plain = await made('QUIET003', { liquid_sweep_enabled: false });
    test.clock.at = new Date('2024-02-01T14:00:00.000Z');
    // One round: they look at the same shares and sessions, and not all of them at the same fund.
    const loaded: (string | undefined)[] = [];
    const loader = test.core.strategies.panels;
    const panels = createPolicyPanels({
      async load(question) {
        loaded.push(question.liquid);
        return await loader.load(question);
      },
    });
    for (const id of [plain, swept, unswept, plain])
      await cyclesOf(test).advance(id, { requestedBy: 'scheduler', panels });
    assert.deepEqual(loaded, [undefined, 'LIQUIDCASE', 'NOBODY']);
    const cycleOf = async (id: string) => (await test.core.policies.get(test.owner, id)).latest_cycle;
    const quiet = await cycleOf(swept);
    assert.deepEqual([quiet?.status, quiet?.orders_made, quiet?.plan_id], ['NOOP', 0, null]);
    assert.ok((quiet?.swept_value ?? 0) > 997_000);
    const { sentences = [] } = (await test.core.policies.overview.read(test.owner, swept)).last_cycle ?? {};
    assert.equal(sentences[0], 'Nothing was traded: no share could be ranked.');
    assert.match(sentences[1] ?? '', /^Cash to the liquid fund: ₹9,9\d,\d{3} \(LIQUIDCASE\)/);
    for (const id of [unswept, plain]) assert.equal((await cycleOf(id))?.swept_value, 0);
    const events = (await test.core.policies.books.universeEvents(test.owner, unswept, {})).items;
    assert.deepEqual(
      events.map(({ symbol, kind, message }) => [symbol, kind, message]),
      [
        [
          'NOBODY',
          'SWEEP_SKIPPED',
          'NOBODY is not a fund or share that Munim knows, so no cash is moved into it or out of it.',
        ],
      ],
    );
  });

  it('waits for closes that are not there yet, and walks through a hole once later closes are', async () => {
    const config = strategyConfigOf({ rebalance: 'daily', top_n: 4 });
    const policy = await paperPolicy(test.core, test.owner, {
      config,
      starts_on: '2024-04-29',
      tag_code: 'WAITING1',
    });
    // 30 April is the last session of the market.
    test.clock.at = new Date('2024-05-06T14:00:00.000Z');
    const done = await cyclesOf(test).advance(policy, { requestedBy: 'scheduler' });
    assert.equal(done?.sessions, 2);
    assert.deepEqual(done.stopped, {
      day: '2024-05-02',
      why: 'NO_CLOSES',
      message: 'The closes of 2 May 2024 have not arrived yet.',
    });
  });

  it('two at once: one goes through the sessions, the other finds the policy taken', async () => {
    const config = strategyConfigOf({ rebalance: 'weekly', top_n: 4 });
    const policy = await paperPolicy(test.core, test.owner, {
      config,
      starts_on: START,
      tag_code: 'TWOATONC',
    });
    test.clock.at = new Date('2024-03-29T14:00:00.000Z');
    const done = await Promise.all(
      [1, 2, 3].map(() => cyclesOf(test).advance(policy, { requestedBy: 'scheduler' })),
    );
    const sessions = done.map((one) => one?.sessions ?? 0).filter((count) => count > 0);
    assert.equal(sessions.length, 1);
    assert.equal((await equityOf(test, policy)).length, sessions[0]);
  });
});
