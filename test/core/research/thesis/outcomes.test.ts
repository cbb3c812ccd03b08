import assert from 'node:assert/strict';
import type { OutcomeModel } from '../../../../core/research/runs/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { market, type MarketBuilder } from '../../../support/market.ts';
import { RESEARCH_ON } from '../../../support/scripted-evidence.ts';
import { storeRun, type StoredRun } from '../../../support/published-runs.ts';

const BY = { actor: 'test' };
/** Monday; after the close of NSE. The Tuesday after it is Holi. */
const MONDAY = '2026-03-02T12:00:00.000Z';
type Row = Omit<OutcomeModel, 'run_id' | 'owner_user_id'> & { run: string };

describe('outcomes of dossiers', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const fresh = sharedCore({ environment: { ...RESEARCH_ON } });
  let world: TestCore;
  let shares: Map<string, string>;
  beforeEach(async () => {
    world = await fresh();
  });
  const written = async (builder: MarketBuilder) => (shares = await builder.write(world.core));
  const store = async (change: Partial<StoredRun> = {}) =>
    await storeRun(world.core, world.owner, {
      instrument_id: shares.get('KAVERI') ?? '',
      as_of: MONDAY,
      ...change,
    });
  const evaluate = async (at: string, userId = world.owner) => {
    world.clock.at = new Date(at);
    return await world.core.research.thesis.evaluateOutcomes(userId, BY);
  };
  const rows = async () =>
    (
      await world.core.database.systemPool.query<Row>(
        `select 'ai-' || run_id as run, horizon_days, from_day::text, to_day::text, return_pct, reason, benchmark,
           benchmark_return_pct, benchmark_reason, is_final
         from research.ai_thesis_outcomes order by run_id, horizon_days`,
      )
    ).rows;
  const events = async () =>
    (
      await world.core.database.systemPool.query<{ subject: string; data: { horizon_days: number } }>(
        `select subject, data from evidence.events where kind = 'AI_RESEARCH_OUTCOME_EVALUATED' order by id`,
      )
    ).rows;
  const near = (found: number | null | undefined, wanted: number) =>
    assert.ok(
      typeof found === 'number' && Math.abs(found - wanted) < 1e-9,
      `${String(found)} is not near ${wanted}`,
    );
  const KAVERI = () => market().share('KAVERI');
  /** 100 on Monday the 2nd, then one more each session. */
  const rising = (session: number) => 100 + session;

  it('research/Thesis baseline and comparison: 5, 20 and 60 sessions after, beside the home index', async () => {
    await written(
      KAVERI()
        .closes('KAVERI', '2026-03-02', rising, '2026-07-31')
        .levels('NIFTY500', '2026-03-02', (session) => 20_000 + 10 * session, '2026-07-31'),
    );
    const id = await store();
    // The fifth session is Tuesday the 10th; its close is final half an hour after 15:30 in India.
    assert.equal(await evaluate('2026-03-10T10:29:59.000Z'), 0);
    assert.deepEqual(await rows(), []);
    assert.equal(await evaluate('2026-03-10T10:30:00.000Z'), 1);
    const [five] = await rows();
    assert.deepEqual(
      [five?.run, five?.horizon_days, five?.from_day, five?.to_day, five?.reason, five?.is_final],
      [id, 5, '2026-03-02', '2026-03-10', null, true],
    );
    near(five?.return_pct, 5);
    assert.deepEqual([five?.benchmark, five?.benchmark_reason], ['NIFTY 500', null]);
    // 20,050 of 20,000.
    near(five?.benchmark_return_pct, 0.25);
    assert.equal(await evaluate('2026-07-31T12:00:00.000Z'), 2);
    const all = await rows();
    assert.deepEqual(
      all.map(({ horizon_days }) => horizon_days),
      [5, 20, 60],
    );
    near(all[1]?.return_pct, 20);
    near(all[2]?.return_pct, 60);
    assert.deepEqual(
      (await events()).map(({ subject, data }) => [subject, data.horizon_days]),
      [
        [id, 5],
        [id, 20],
        [id, 60],
      ],
    );
    // Again, and at once: nothing is measured twice.
    assert.equal(await evaluate('2026-08-01T12:00:00.000Z'), 0);
    assert.deepEqual([await rows(), (await events()).length], [all, 3]);
    const { outcomes } = await world.core.research.runs.dossier(world.owner, id);
    assert.deepEqual(
      outcomes.map(({ horizon_days, benchmark }) => [horizon_days, benchmark]),
      [
        [5, 'NIFTY 500'],
        [20, 'NIFTY 500'],
        [60, 'NIFTY 500'],
      ],
    );
  });

  it('a dossier of a session begins with the close before, and one of a weekend with that of Friday', async () => {
    await written(KAVERI().closes('KAVERI', '2026-02-27', rising, '2026-03-31'));
    await store({ as_of: '2026-03-02T09:00:00.000Z' });
    await store({ as_of: '2026-03-01T09:00:00.000Z' });
    await evaluate('2026-03-31T12:00:00.000Z');
    const five = (await rows()).filter(({ horizon_days }) => horizon_days === 5);
    assert.deepEqual(
      five.map(({ from_day, to_day }) => [from_day, to_day]),
      Array(2).fill(['2026-02-27', '2026-03-09']),
    );
  });

  it('a split and a bonus in between leave the return as it was for whoever held the share', async () => {
    // 100 a share, then two for one, then one free share for each: 4 shares at 30 are worth 120.
    await written(
      KAVERI()
        .closes('KAVERI', '2026-03-02', [100, 100, 52, 52, 29, 30])
        .split('KAVERI', '2026-03-05', 2, 1)
        .bonus('KAVERI', '2026-03-09', 1, 1)
        // After it: nothing changes.
        .split('KAVERI', '2026-03-11', 10, 1),
    );
    await store();
    await evaluate('2026-03-20T12:00:00.000Z');
    near((await rows())[0]?.return_pct, 20);
  });

  it('a demerger in between makes it unknown with its day, since nobody states what it took out', async () => {
    await written(
      KAVERI()
        .closes('KAVERI', '2026-03-02', [100, 100, 60, 60, 60, 60])
        .levels('NIFTY500', '2026-03-02', rising, '2026-03-10')
        .action({ symbol: 'KAVERI', ex_date: '2026-03-05', kind: 'DEMERGER' }),
    );
    await store();
    await evaluate('2026-03-10T12:00:00.000Z');
    const [five] = await rows();
    assert.equal(five?.return_pct, null);
    assert.match(five.reason ?? '', /^The demerger of 5 Mar 2026 moved the price by an unknown amount/);
    near(five.benchmark_return_pct, 5);
  });

  it('a missing close is waited for, told meanwhile, and measured when it comes', async () => {
    await written(
      KAVERI()
        .closes('KAVERI', '2026-03-02', [100, 101, 102, 103, 104, null])
        .levels('NIFTY500', '2026-03-02', rising, '2026-03-31'),
    );
    await store();
    assert.equal(await evaluate('2026-03-10T12:00:00.000Z'), 0);
    const [waiting] = await rows();
    assert.deepEqual(
      [waiting?.return_pct, waiting?.reason, waiting?.is_final],
      [null, 'Munim has no close of KAVERI for 10 Mar 2026. Munim keeps looking until 9 Apr 2026.', false],
    );
    near(waiting?.benchmark_return_pct, 5);
    assert.deepEqual(await events(), []);
    await world.core.history.store(
      [{ instrument_id: shares.get('KAVERI') ?? '', day: '2026-03-10', close: 105 }],
      { source: 'NSE' },
    );
    assert.equal(await evaluate('2026-03-11T12:00:00.000Z'), 1);
    const [known] = await rows();
    near(known?.return_pct, 5);
    assert.deepEqual([known?.reason, known?.is_final, (await events()).length], [null, true, 1]);
  });

  it('after thirty days the reason is final, and a close that comes later changes nothing', async () => {
    await written(KAVERI().closes('KAVERI', '2026-03-02', [100]));
    await store();
    await evaluate('2026-04-08T12:00:00.000Z');
    assert.equal((await rows())[0]?.is_final, false);
    assert.equal(await evaluate('2026-04-09T12:00:00.000Z'), 1);
    const [five] = await rows();
    assert.deepEqual(
      [five?.return_pct, five?.reason, five?.benchmark, five?.benchmark_reason, five?.is_final],
      [
        null,
        'Munim has no close of KAVERI for 10 Mar 2026. Munim no longer looks for it.',
        'NIFTY 500',
        'Munim has no close of NIFTY 500 for 2 Mar 2026 and 10 Mar 2026. Munim no longer looks for it.',
        true,
      ],
    );
    await world.core.history.store(
      [{ instrument_id: shares.get('KAVERI') ?? '', day: '2026-03-10', close: 105 }],
      { source: 'NSE' },
    );
    await evaluate('2026-04-10T12:00:00.000Z');
    assert.deepEqual((await rows())[0], five);
    assert.equal((await events()).filter(({ data }) => data.horizon_days === 5).length, 1);
  });

  it('where the NIFTY 500 has no closes the NIFTY 50 stands beside it, and a US share has the S&P 500', async () => {
    await written(
      KAVERI()
        .closes('KAVERI', '2026-03-02', rising, '2026-03-10')
        .levels('NIFTY50', '2026-03-02', (session) => 1000 + session, '2026-03-10'),
    );
    const id = await store();
    const abroad = await store({ symbol: 'ACME', exchange: null, currency: 'USD', instrument_id: '999' });
    await evaluate('2026-03-12T12:00:00.000Z');
    const five = (await rows()).filter(({ horizon_days }) => horizon_days === 5);
    assert.deepEqual(
      five.map(({ run, from_day, to_day, benchmark }) => [run, from_day, to_day, benchmark]),
      [
        [id, '2026-03-02', '2026-03-10', 'NIFTY 50'],
        // At noon in London New York had not begun on Monday.
        [abroad, '2026-02-27', '2026-03-06', 'S&P 500'],
      ],
    );
    near(five[0]?.benchmark_return_pct, 0.5);
    assert.match(five[1]?.reason ?? '', /^Munim has no close of ACME for 27 Feb 2026 and 6 Mar 2026\./);
  });

  it('runs with a report count, whatever they ended as, and historical ones are known at once', async () => {
    await written(KAVERI().closes('KAVERI', '2025-01-01', rising, '2026-03-31'));
    const counted = [
      await store({
        status: 'COMPLETED',
        as_of: '2025-06-02T12:00:00.000Z',
        mode: 'HISTORICAL',
        finished_at: MONDAY,
      }),
      await store({ status: 'PARTIAL', as_of: '2025-06-02T12:00:00.000Z' }),
      await store({ status: 'REVIEW_REQUIRED', as_of: '2025-06-02T12:00:00.000Z' }),
      // What is stored need not be readable: the share moved all the same.
      await store({ as_of: '2025-06-02T12:00:00.000Z', report: { version: 'garbage' } }),
    ];
    for (const status of ['queued', 'running', 'FAILED', 'CANCELLED'])
      await store({ status, as_of: '2025-06-02T12:00:00.000Z' });
    await store({ report: null, as_of: '2025-06-02T12:00:00.000Z' });
    await evaluate('2026-03-31T12:00:00.000Z');
    const all = await rows();
    assert.deepEqual(
      all.map(({ run, horizon_days }) => [run, horizon_days]),
      counted.flatMap((id) => [5, 20, 60].map((days) => [id, days])),
    );
    assert.ok(all.every(({ return_pct }) => return_pct !== null));
    // No index is held: of the historical run it is waited for from the day on which that ended.
    assert.deepEqual(
      all.filter(({ run }) => run === counted[0]).map(({ is_final }) => is_final),
      [false, false, false],
    );
    assert.match(all[0]?.benchmark_reason ?? '', /Munim keeps looking until 1 Apr 2026\.$/);
    assert.ok(all.slice(3).every(({ is_final }) => is_final));
  });

  it('two processes at once measure each outcome once, and another person’s dossiers are left alone', async () => {
    await written(
      KAVERI()
        .closes('KAVERI', '2026-03-02', rising, '2026-07-31')
        .levels('NIFTY500', '2026-03-02', rising, '2026-07-31'),
    );
    await store();
    await storeRun(world.core, world.stranger, {
      instrument_id: shares.get('KAVERI') ?? '',
      as_of: MONDAY,
    });
    const at = '2026-07-31T12:00:00.000Z';
    const measured = await Promise.all([evaluate(at), evaluate(at), evaluate(at)]);
    assert.equal(
      measured.reduce((sum, one) => sum + one, 0),
      3,
    );
    assert.deepEqual([(await rows()).length, (await events()).length], [3, 3]);
    assert.equal(await evaluate(at, world.stranger), 3);
  });
});
