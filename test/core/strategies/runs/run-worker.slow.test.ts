import assert from 'node:assert/strict';
import { createLeases, type Problem, type Timers } from '../../../../core/platform/index.ts';
import { createPanelLoader, type PanelLoader } from '../../../../core/strategies/data/index.ts';
import { type Calculating, createCalculating } from '../../../../core/strategies/runs/calculating.ts';
import { createRunWorker, RUN_TABLE, type RunWorker } from '../../../../core/strategies/runs/index.ts';
import { backtest, HISTORY, runAll, SYMBOLS, walkingMarket, WINDOW } from '../../../support/backtests.ts';
import { eventually } from '../../../support/chat-driver.ts';
import { BEGINNING, sharedCore, type TestCore } from '../../../support/core.ts';
import { type Gate, gate } from '../../../support/gate.ts';
import { market } from '../../../support/market.ts';
import { savedRows, type SavedRows } from '../../../support/saved-rows.ts';

const BY = { actor: 'test' };
const NEVER = new AbortController().signal;
const LEASE_MS = 30_000;
const ODD_THREAD = new URL('./odd-thread.mjs', import.meta.url);
/** By these nothing is told before the end, and nothing heard: what holds then is the claim alone. */
const DEAF: Timers = {
  now: () => 0,
  sleep: (_ms, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('woken')))),
};

describe('whoever does backtests', function limited(this: Mocha.Suite) {
  this.timeout(120_000);
  let rows: SavedRows | undefined;
  // Before the core is closed: its database waits for all sessions to leave.
  after(() => rows?.close());
  const fresh = sharedCore();
  let world: TestCore;
  /** With the market in which backtests trade, which most cases begin with: it is written once. */
  let stocked: { world: TestCore; ids: Map<string, string>; putBack: () => Promise<void> } | undefined;
  /** The thread of all workers that need none of their own. */
  const shared = createCalculating();
  after(() => shared.close());
  const opened: Calculating[] = [];
  beforeEach(async () => {
    await stocked?.putBack();
    world = stocked?.world ?? (await fresh());
    world.clock.at = new Date(BEGINNING);
    if (stocked !== undefined) return;
    const ids = await walkingMarket().write(world.core);
    rows = await savedRows(world.core);
    stocked = { world, ids, putBack: await rows.save() };
  });
  afterEach(async () => {
    for (const calculating of opened.splice(0)) await calculating.close();
  });

  const runs = () => world.core.strategies.runs;
  const create = async (change: Record<string, unknown> = {}, config: Record<string, unknown> = {}) =>
    (await runs().create(world.owner, backtest(change, config), BY)).run_id;
  const read = async (id: string) => await runs().get(world.owner, id);
  /** Another worker than the core's own. */
  const another = (
    parts: { calculating?: Calculating; thread?: URL; loader?: PanelLoader; timers?: Timers } = {},
  ): RunWorker => {
    const { core } = world;
    if (parts.thread !== undefined) opened.push(createCalculating({ thread: parts.thread, heapMb: 48 }));
    const own = parts.thread === undefined ? undefined : opened.at(-1);
    const calculating = parts.calculating ?? own ?? shared;
    return createRunWorker(core, {
      loader: parts.loader ?? createPanelLoader(core),
      calendar: core.calendar,
      calculating,
      leases: createLeases({ ...RUN_TABLE, leaseMs: LEASE_MS }, core),
      ...(parts.timers === undefined ? {} : { timers: parts.timers }),
    });
  };
  const stored = async (id: string): Promise<Record<string, string>> => {
    const { rows } = await world.core.database.systemPool.query<{ section: string; digest: string }>(
      `select section, concat_ws(' ', sum(row_count), md5(string_agg((to_jsonb(t) - 'run_id')::text, '|' order by nr))) as digest
       from strategy.run_results t where run_id = $1 group by section`,
      [id],
    );
    return Object.fromEntries(rows.map(({ section, digest }) => [section, digest]));
  };
  const row = async (id: string) => {
    const { rows } = await world.core.database.systemPool.query<{
      status: string;
      epoch: number;
      attempts: number;
      lease_until: Date | null;
    }>('select status, epoch, attempts, lease_until from strategy.research_runs where id = $1', [id]);
    return rows[0] ?? assert.fail();
  };

  it('portfolio/Policy rules 4: a backtest that sweeps reads its fund too, and tells its moves apart from its trades', async () => {
    await market()
      .share('LIQUIDCASE', { asset_class: 'ETF' })
      .closes('LIQUIDCASE', WINDOW.from, (at) => 100 + at * 0.02, WINDOW.to)
      .write(world.core);
    const sweeps = { liquid_sweep_enabled: true };
    // The same shares and days, with a fund, with another one that nobody knows, and without.
    const ids: string[] = [];
    for (const config of [{}, sweeps, { ...sweeps, liquid_symbol: 'NOBODY' }])
      ids.push(await create({}, config));
    await runAll(world.core);
    const [plain = '', swept = '', unswept = ''] = ids;
    const page = { page: 1, page_size: 200 };
    const tradesOf = async (id: string) => (await runs().trades(world.owner, id, page)).items;
    const moves = (await tradesOf(swept)).filter(({ symbol }) => symbol === 'LIQUIDCASE');
    assert.deepEqual([...new Set(moves.map(({ rule }) => rule))].sort(), [
      'LIQUID_REDEMPTION',
      'LIQUID_SWEEP',
    ]);
    const own = (await tradesOf(swept)).length - moves.length;
    const { metrics, findings } = await read(swept);
    assert.equal(metrics?.orders_filled, own);
    const { metrics: without } = await read(plain);
    // Cash in the fund is not in shares, what is moved is no turnover, and it earns.
    assert.ok(Math.abs((metrics?.exposure_pct ?? 0) - (without?.exposure_pct ?? 0)) < 2);
    assert.ok(Math.abs((metrics?.turnover_pct_per_year ?? 0) - (without?.turnover_pct_per_year ?? 0)) < 2);
    assert.ok((metrics?.final_value ?? 0) > (without?.final_value ?? 0));
    assert.ok(findings.every(({ kind }) => kind !== 'NO_LIQUID_FUND'));
    const held = await runs().holdings(world.owner, swept, { date: WINDOW.from });
    assert.equal(held.items[0]?.symbol, 'LIQUIDCASE');
    const { metrics: same, findings: told } = await read(unswept);
    assert.deepEqual(same, without);
    assert.deepEqual(
      told.flatMap(({ kind, symbols }) => (kind === 'NO_LIQUID_FUND' ? symbols : [])),
      ['NOBODY'],
    );
    const events = await runs().events(world.owner, unswept, page);
    assert.equal(events.items.filter(({ kind }) => kind === 'SWEEP_SKIPPED').length, 18);
  });

  it('does the oldest first and stores its rows with the status, the same rows for the same question', async () => {
    const [first, second] = [await create({ name: ' One ' }), await create()];
    assert.equal((await read(first)).name, 'One');
    assert.equal((await read(second)).name, 'Momentum, 12 months less 1, 6 symbols, top 2, monthly');
    assert.equal(await world.core.strategies.worker.next(NEVER), true);
    const [done, waits] = [await read(first), await read(second)];
    assert.deepEqual([done.status, done.progress, done.failure], ['COMPLETED', 100, null]);
    assert.deepEqual(
      [waits.status, waits.progress, waits.metrics, waits.data_revision],
      ['QUEUED', 0, null, null],
    );
    assert.deepEqual(
      waits.validation.reasons.map(({ code }) => code),
      ['NOT_COMPLETED'],
    );
    await runAll(world.core);
    assert.equal(await world.core.strategies.worker.next(NEVER), false);
    const again = await read(second);
    assert.deepEqual(
      [again.status, again.data_revision, again.metrics, again.findings],
      ['COMPLETED', done.data_revision, done.metrics, done.findings],
    );
    const rows = await stored(first);
    assert.deepEqual(await stored(second), rows);
    // One row for each session of the window.
    const sessions = world.core.calendar.sessionsBetween('NSE', WINDOW.from, WINDOW.to);
    assert.equal(rows['EQUITY']?.split(' ')[0], String(sessions.length));
    assert.deepEqual(Object.keys(rows).sort(), ['EQUITY', 'EVENTS', 'HOLDINGS', 'ORDERS']);
    const { items, benchmark, survivorship } = await runs().equity(world.owner, first);
    assert.deepEqual(
      items.map(({ date }) => date),
      sessions,
    );
    assert.deepEqual([benchmark, survivorship], [{ code: 'NIFTY500', name: 'NIFTY 500' }, 'CHOSEN_SYMBOLS']);
    assert.deepEqual(
      [items[0]?.total_value, items.at(-1)?.total_value === done.metrics?.final_value],
      [1_000_000 - (items[0]?.cumulative_costs ?? 0), true],
    );
    assert.deepEqual(await row(first), { status: 'COMPLETED', epoch: 1, attempts: 1, lease_until: null });
  });

  it('reads a history once for many configs, and once more after any of it was written', async () => {
    const loader = createPanelLoader(world.core);
    let loads = 0;
    const own = createCalculating();
    opened.push(own);
    const worker = another({
      calculating: own,
      loader: {
        ...loader,
        load: async (question) => {
          loads += 1;
          return await loader.load(question);
        },
      },
    });
    const all: string[] = [];
    const before = await create({}, { universe: 'NIFTY500', top_n: 6 });
    all.push(before);
    for (const rebalance of ['weekly', 'monthly'])
      for (const strategy of ['momentum_12_1', 'momentum_6_1', 'low_volatility', 'trend_quality'])
        all.push(await create({}, { rebalance, strategy, universe: 'NIFTY500' }));
    while (await worker.next(NEVER));
    assert.equal(loads, 1);
    const revisions = new Set<string | null>();
    for (const id of all) {
      const run = await read(id);
      assert.equal(run.status, 'COMPLETED', run.failure ?? '');
      revisions.add(run.data_revision);
    }
    assert.equal(revisions.size, 1);
    await world.core.history.store(
      [{ instrument_id: stocked?.ids.get('AAA') ?? '', day: HISTORY.to, close: '77.7' }],
      { source: 'MANUAL' },
    );
    const after = await create({}, { universe: 'NIFTY500', top_n: 6 });
    while (await worker.next(NEVER));
    assert.equal(loads, 2);
    const { data_revision } = await read(after);
    assert.equal(revisions.has(data_revision), false);
    // Over the panel that was read for it, and over the one that is kept.
    const second = await create({}, { universe: 'NIFTY500', top_n: 6 });
    while (await worker.next(NEVER));
    assert.equal(loads, 2);
    // A thread that has ended took its panels along.
    await own.close();
    const last = await create({}, { universe: 'NIFTY500', top_n: 6 });
    while (await worker.next(NEVER));
    assert.equal(loads, 3);
    const rows = await stored(last);
    assert.notDeepEqual(rows, await stored(before), 'the corrected close is in the result');
    for (const id of [after, second, last]) {
      const { status, metrics, validation, findings, ...run } = await read(id);
      assert.deepEqual([status, run.data_revision], ['COMPLETED', data_revision]);
      const wanted = await read(last);
      assert.deepEqual([metrics, validation, findings], [wanted.metrics, wanted.validation, wanted.findings]);
      assert.deepEqual(await stored(id), rows);
    }
  });

  it('two of them at once: each backtest is done by one of them, and the rows are there once', async () => {
    const ids: string[] = [];
    for (let nr = 0; nr < 6; nr += 1) ids.push(await create());
    const drain = async (worker: RunWorker) => {
      let done = 0;
      while (await worker.next(NEVER)) done += 1;
      return done;
    };
    const done = await Promise.all([drain(another()), drain(world.core.strategies.worker)]);
    assert.equal(done[0] + done[1], ids.length);
    assert.ok(done[0] > 0 && done[1] > 0, `${done.join(' and ')}`);
    const wanted = await stored(ids[0] ?? '');
    for (const id of ids) {
      assert.deepEqual(await stored(id), wanted);
      assert.deepEqual(await row(id), { status: 'COMPLETED', epoch: 1, attempts: 1, lease_until: null });
    }
  });

  /** A calculation that waits at its end. */
  const heldUp = (): { calculating: Calculating; held: Gate } => {
    const held = gate();
    return {
      held,
      calculating: {
        ...shared,
        async calculate(...asked) {
          const summary = await shared.calculate(...asked);
          if (summary !== null) await held.pass();
          return summary;
        },
      },
    };
  };

  it('one of a paused person waits until the pause is over', async () => {
    const id = await create();
    const pausedAt = async (at: Date | null) =>
      await world.core.database.systemPool.query('update identity.users set paused_at = $2 where id = $1', [
        world.owner,
        at,
      ]);
    await pausedAt(new Date(BEGINNING));
    assert.equal(await another().next(NEVER), false);
    assert.equal((await row(id)).status, 'QUEUED');
    await pausedAt(null);
    assert.equal(await another().next(NEVER), true);
    assert.equal((await read(id)).status, 'COMPLETED');
  });

  it('one that slept while another took over writes nothing, not even over the other’s rows', async () => {
    const id = await create();
    const { calculating, held } = heldUp();
    const sleeping = another({ calculating, timers: DEAF }).next(NEVER);
    await held.reached;
    assert.deepEqual([(await row(id)).status, (await row(id)).epoch], ['RUNNING', 1]);
    assert.equal(await another().next(NEVER), false, 'nobody takes what is held');
    world.clock.pass(1);
    assert.equal(await another().next(NEVER), true);
    const finished = await read(id);
    const rows = await stored(id);
    assert.deepEqual([finished.status, (await row(id)).epoch], ['COMPLETED', 2]);
    world.clock.pass(1);
    held.open();
    assert.equal(await sleeping, true);
    assert.deepEqual([await read(id), await stored(id)], [finished, rows]);
  });

  it('one that slept does not come in before the one that took over', async () => {
    const id = await create();
    const [one, other] = [heldUp(), heldUp()];
    const sleeping = another({ calculating: one.calculating, timers: DEAF }).next(NEVER);
    await one.held.reached;
    world.clock.pass(1);
    const working = another({ calculating: other.calculating, timers: DEAF }).next(NEVER);
    await other.held.reached;
    one.held.open();
    assert.equal(await sleeping, true);
    assert.deepEqual([(await row(id)).status, (await row(id)).epoch], ['RUNNING', 2]);
    assert.deepEqual(await stored(id), {});
    other.held.open();
    assert.equal(await working, true);
    assert.equal((await read(id)).status, 'COMPLETED');
  });

  it('cancelled when its rows are about to be stored, it has none', async () => {
    const id = await create();
    const { calculating, held } = heldUp();
    const working = another({ calculating, timers: DEAF }).next(NEVER);
    await held.reached;
    // As if the call had not been heard.
    await world.core.database.systemPool.query('update strategy.research_runs set cancel_requested = true');
    held.open();
    assert.equal(await working, true);
    assert.equal((await read(id)).status, 'CANCELLED');
    assert.deepEqual(await stored(id), {});
  });

  it('one that runs is cancelled in the middle, and its thread does the next one', async () => {
    const worker = another({ thread: ODD_THREAD });
    const id = await create({}, { top_n: 1 });
    const working = worker.next(NEVER);
    await eventually('it to tell how far it is', async () => (await read(id)).progress === 40 || null);
    assert.equal((await runs().cancel(world.owner, id, BY)).status, 'RUNNING');
    assert.equal(await working, true);
    const run = await read(id);
    assert.deepEqual([run.status, run.failure, run.finished_at !== null], ['CANCELLED', null, true]);
    await assert.rejects(runs().cancel(world.owner, id, BY), { code: 'RUN_FINISHED' });
    const next = await create({}, { top_n: 2 });
    await worker.next(NEVER);
    assert.equal((await read(next)).status, 'FAILED');
  });

  it('a process that is told to stop puts it back, as if it had not been begun', async () => {
    const id = await create({}, { top_n: 1 });
    const stopping = new AbortController();
    const working = another({ thread: ODD_THREAD }).next(stopping.signal);
    await eventually('it to be under way', async () => (await read(id)).progress === 40 || null);
    stopping.abort();
    await assert.rejects(working);
    assert.deepEqual(await row(id), { status: 'QUEUED', epoch: 1, attempts: 0, lease_until: null });
    await runAll(world.core);
    assert.equal((await read(id)).status, 'COMPLETED');
  });

  for (const [what, top_n, sentence] of [
    ['throws', 2, /internal error/],
    ['ends its thread', 3, /internal error/],
    ['needs more memory than there is', 4, /does not fit into memory/],
    ['does not keep its panel', 5, /internal error/],
  ] as const)
    it(`a calculation that ${what} fails the backtest with a sentence, once, and the next one goes on`, async () => {
      const id = await create({}, { top_n });
      await another({ thread: ODD_THREAD }).next(NEVER);
      const failed = await read(id);
      assert.equal(failed.status, 'FAILED');
      assert.match(failed.failure ?? '', sentence);
      assert.equal((await row(id)).attempts, 1);
      await assert.rejects(runs().cancel(world.owner, id, BY), { code: 'RUN_FINISHED' });
    });

  it('after three processes that died over it, it is given up with a sentence', async () => {
    const id = await create();
    for (let nr = 1; nr <= 3; nr += 1) {
      const { calculating, held } = heldUp();
      const dying = another({ calculating, timers: DEAF }).next(NEVER);
      await held.reached;
      // Its lease runs out, and what it still does is void.
      world.clock.pass(2);
      await world.core.database.systemPool.query('update strategy.research_runs set epoch = epoch + 1');
      held.open();
      await dying;
      assert.deepEqual([(await row(id)).status, (await row(id)).attempts], ['RUNNING', nr]);
    }
    assert.equal(await another().next(NEVER), true);
    const run = await read(id);
    assert.equal(run.status, 'FAILED');
    assert.match(run.failure ?? '', /ended unexpectedly three times/);
    assert.equal(await another().next(NEVER), false);
  });

  describe('where nothing can be calculated, it says what to do', () => {
    beforeEach(async () => {
      world = await fresh();
    });

    const failureOf = async (change: Record<string, unknown>, config: Record<string, unknown> = {}) => {
      const id = await create(change, config);
      await runAll(world.core);
      const { status, failure } = await read(id);
      assert.equal(status, 'FAILED');
      return failure ?? '';
    };

    it('nothing is known of an index', async () => {
      assert.match(
        await failureOf({}, { universe: 'NIFTY50' }),
        /^Munim does not know which shares were in NIFTY 50 between .*npm run import-instruments/,
      );
    });

    it('only unknown symbols', async () => {
      assert.match(
        await failureOf({}, { universe: ['XX', 'YY'] }),
        /^None of the symbols is known: XX, YY\. .*npm run import-instruments/,
      );
    });

    it('no closes at all, or none in the window', async () => {
      for (const symbol of SYMBOLS) await market().share(symbol).write(world.core);
      assert.match(
        await failureOf({}),
        /has a close between 1 Jan 2024 and 30 Jun 2025\. Import their prices: npm run import-prices/,
      );
      await world.core.database.systemPool.query(
        `insert into portfolio.price_history (instrument_id, day, close, source)
         select id, d.day, 100, 'FILE' from market.instruments, (values (date '2022-03-01'), ('2023-03-01')) d (day)`,
      );
      assert.match(await failureOf({}), /end on 1 Mar 2023: choose an earlier window/);
      assert.match(
        await failureOf({ from: '2021-01-01', to: '2021-12-31' }),
        /begin on 1 Mar 2022: choose a later window/,
      );
      assert.match(
        await failureOf({ from: '2022-06-01', to: '2022-12-31' }),
        /There is a gap: their closes reach from 1 Mar 2022 to 1 Mar 2023/,
      );
    });

    it('a history with holes is no failure, and the finding tells of it', async () => {
      await walkingMarket()
        .closes('AAA', '2021-01-01', () => null, '2021-01-08')
        .write(world.core);
      await world.core.database.systemPool.query(
        `delete from portfolio.price_history where day between '2024-03-04' and '2024-03-08'`,
      );
      const id = await create();
      await runAll(world.core);
      const run = await read(id);
      assert.equal(run.status, 'COMPLETED', run.failure ?? '');
      assert.ok(
        run.findings.some(({ kind }) => kind === 'MISSING_SESSIONS'),
        JSON.stringify(run.findings),
      );
    });
  });

  it('where the database is away for a moment, the backtest waits and counts no attempt', async () => {
    const id = await create();
    const loader = createPanelLoader(world.core);
    const away: PanelLoader = {
      ...loader,
      load: async () => {
        const { Problem: Refusal } = await import('../../../../core/platform/index.ts');
        throw new Refusal(503, 'UNAVAILABLE', 'The database is away.');
      },
    };
    await assert.rejects(
      another({ loader: away }).next(NEVER),
      (error: Problem) => error.code === 'UNAVAILABLE',
    );
    assert.deepEqual(await row(id), { status: 'QUEUED', epoch: 1, attempts: 0, lease_until: null });
  });
});
