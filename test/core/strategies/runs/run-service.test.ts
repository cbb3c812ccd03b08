import assert from 'node:assert/strict';
import type { Problem } from '../../../../core/platform/index.ts';
import { MOST_UNFINISHED } from '../../../../core/strategies/index.ts';
import { backtest, runAll, walkingMarket } from '../../../support/backtests.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';

const BY = { actor: 'test' };

describe('backtests of a person', function limited(this: Mocha.Suite) {
  this.timeout(120_000);
  const fresh = sharedCore();
  let world: TestCore;
  beforeEach(async () => {
    world = await fresh();
  });
  const runs = () => world.core.strategies.runs;
  const create = async (change: Record<string, unknown> = {}, config: Record<string, unknown> = {}) =>
    (await runs().create(world.owner, backtest(change, config), BY)).run_id;
  const events = async () => {
    const { rows } = await world.core.database.systemPool.query<{ kind: string; data: { name: string } }>(
      `select kind, data from evidence.events order by id`,
    );
    return rows.map(({ kind, data }) => `${kind} ${data.name}`);
  };

  it('are refused with the fields that are wrong', async () => {
    const wrongs: [change: Record<string, unknown>, config: Record<string, unknown>, field: string][] = [
      [{ surprise: 1 }, {}, 'surprise'],
      [{}, { surprise: 1 }, 'config.surprise'],
      [{}, { strategy: 'magic' }, 'config.strategy'],
      [{}, { top_n: 7 }, 'config.top_n'],
      [{}, { universe: ['AAA', 'AAA'] }, 'config.universe'],
      // The fund that cash goes into is no share to rank.
      [{}, { liquid_sweep_enabled: true, liquid_symbol: 'AAA' }, 'config.universe'],
      [{}, { params: { lookback_sessions: 0.5 } }, 'config.params.lookback_sessions'],
      [{ from: '2025-01-01', to: '2024-01-01' }, {}, 'to'],
      [{ to: '2099-01-01' }, {}, 'to'],
      [{ from: '1999-01-01' }, {}, 'from'],
      [{ from: '2024-02-30' }, {}, 'from'],
      // Saturday and Sunday.
      [{ from: '2024-06-08', to: '2024-06-09' }, {}, 'to'],
      [{ initial_capital: 0 }, {}, 'initial_capital'],
      [{ initial_capital: 2e12 }, {}, 'initial_capital'],
      [{ name: '   ' }, {}, 'name'],
    ];
    for (const [change, config, field] of wrongs)
      await assert.rejects(create(change, config), (error: Problem & { errors?: { field: string }[] }) => {
        assert.deepEqual([error.status, error.errors?.map((one) => one.field)], [422, [field]], field);
        return true;
      });
    assert.deepEqual((await runs().list(world.owner, {})).items, []);
  });

  it('are called by what they do, where nobody named them', async () => {
    const names: string[] = [];
    for (const config of [
      { universe: 'NIFTY500', top_n: 20 },
      { universe: ['TCS'], top_n: 1, rebalance: 'weekly', strategy: 'low_volatility' },
      {
        strategy: 'combined',
        combine: {
          mode: 'rank_average',
          members: [
            { strategy: 'momentum_6_1', weight: 1 },
            { strategy: 'trend_quality', weight: 2 },
          ],
        },
      },
    ])
      names.push((await runs().get(world.owner, await create({}, config))).name);
    assert.deepEqual(names, [
      'Momentum, 12 months less 1, NIFTY 500, top 20, monthly',
      'Low volatility, TCS, top 1, weekly',
      '2 strategies, 6 symbols, top 2, monthly',
    ]);
  });

  it('may be cancelled while they wait and deleted when they are finished, and each is on record', async () => {
    await walkingMarket().write(world.core);
    const id = await create({ name: 'Mine' });
    await assert.rejects(runs().remove(world.owner, id, BY), { code: 'RUN_UNFINISHED' });
    const cancelled = await runs().cancel(world.owner, id, BY);
    assert.deepEqual([cancelled.status, cancelled.finished_at !== null], ['CANCELLED', true]);
    await runAll(world.core);
    assert.equal((await runs().get(world.owner, id)).status, 'CANCELLED');
    await assert.rejects(runs().cancel(world.owner, id, BY), { code: 'RUN_FINISHED' });
    await runs().remove(world.owner, id, BY);
    await assert.rejects(runs().get(world.owner, id), { code: 'RUN_NOT_FOUND' });
    const done = await create({ name: 'Done' });
    await runAll(world.core);
    await runs().remove(world.owner, done, BY);
    const { rows } = await world.core.database.systemPool.query<{ left: string }>(
      'select count(*) as left from strategy.run_results',
    );
    assert.equal(rows[0]?.left, '0', 'its rows are gone with it');
    assert.deepEqual(await events(), [
      'RUN_CREATED Mine',
      'RUN_CANCELLED Mine',
      'RUN_DELETED Mine',
      'RUN_CREATED Done',
      'RUN_DELETED Done',
    ]);
    const { items } = await world.core.reports.activity.read(world.owner);
    assert.deepEqual(items.map(({ title }) => title).slice(0, 2), [
      'Backtest Done deleted',
      'Backtest Done started',
    ]);
  });

  it('one whose process is gone is cancelled at once', async () => {
    const id = await create();
    await world.core.database.systemPool.query(
      `update strategy.research_runs set status = 'RUNNING', epoch = 3, attempts = 1, lease_until = $1`,
      [new Date(world.clock.at.getTime() - 1000)],
    );
    assert.equal((await runs().cancel(world.owner, id, BY)).status, 'CANCELLED');
    const { rows } = await world.core.database.systemPool.query('select epoch from strategy.research_runs');
    assert.deepEqual(rows, [{ epoch: 4 }], 'whoever still works on it writes nothing');
  });

  it('at most twenty wait or run; a finished one makes room, and other people have their own', async () => {
    for (let nr = 0; nr < MOST_UNFINISHED; nr += 1) await create();
    await assert.rejects(create(), (error: Problem) => {
      assert.deepEqual([error.status, error.code], [409, 'TOO_MANY_RUNS']);
      assert.match(error.detail, /cancel one/);
      return true;
    });
    await runs().create(world.stranger, backtest(), BY);
    const { items, total } = await runs().list(world.owner, { page: 1, page_size: 5 });
    assert.deepEqual([items.length, total], [5, MOST_UNFINISHED]);
    const ids = items.map(({ run_id }) => Number(run_id));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
      'newest first',
    );
    await runs().cancel(world.owner, String(ids[0]), BY);
    await create();
  });

  it('portfolio/Policy rules 8: what this version does not know of a stored config survives verbatim in every read', async () => {
    await walkingMarket().write(world.core);
    const id = await create();
    const config = {
      ...backtest().config,
      slippage_model: { kind: 'impact', bps: 12.5, tiers: [1, null, 'x'] },
      plan_expiry_hours: 12,
    };
    await world.core.database.systemPool.query('update strategy.research_runs set config = $1', [
      JSON.stringify(config),
    ]);
    await runAll(world.core);
    const run = await runs().get(world.owner, id);
    assert.equal(run.status, 'COMPLETED', run.failure ?? '');
    assert.deepEqual(run.config, config);
    assert.deepEqual((await runs().list(world.owner, {})).items[0]?.config, config);
    assert.deepEqual((await runs().compare(world.owner, { ids: id })).runs[0]?.config, config);
  });
});
