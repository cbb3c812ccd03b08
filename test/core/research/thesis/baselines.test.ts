import assert from 'node:assert/strict';
import type { Problem } from '../../../../core/platform/index.ts';
import { sharedCore, testCore, type TestCore } from '../../../support/core.ts';
import { RESEARCH_ON } from '../../../support/scripted-evidence.ts';
import { storeRun, type StoredRun } from '../../../support/published-runs.ts';

const BY = { actor: 'test' };

describe('baselines of theses', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const fresh = sharedCore({ environment: { ...RESEARCH_ON } });
  let world: TestCore;
  beforeEach(async () => {
    world = await fresh();
  });
  const thesis = () => world.core.research.thesis;
  const pin = async (id: string, userId = world.owner) => await thesis().setBaseline(userId, id, BY);
  const store = async (change: Partial<StoredRun> = {}) =>
    await storeRun(world.core, world.owner, { instrument_id: '7', ...change });
  const rows = async <T extends object>(sql: string) =>
    (await world.core.database.systemPool.query<T>(sql)).rows;
  const active = async () =>
    (
      await rows<{ run: string }>(
        `select 'ai-' || run_id as run from research.ai_thesis_baselines where is_active order by id`,
      )
    ).map(({ run }) => run);
  const events = async () =>
    await rows<{ kind: string; subject: string; data: object; pillar: string | null }>(
      'select kind, subject, data, pillar from evidence.events order by id',
    );
  const kinds = async () => (await events()).map(({ kind }) => kind);
  const portfolio = async (name: string) =>
    (await world.core.portfolio.portfolios.create(world.owner, { name, base_currency: 'INR' }, BY)).id;

  for (const status of ['queued', 'running', 'PARTIAL', 'FAILED', 'REVIEW_REQUIRED', 'CANCELLED'])
    it(`research/Errors: a ${status} run cannot be pinned, in the words of the specification`, async () => {
      const id = await store({ status });
      await assert.rejects(pin(id), (problem: Problem) => {
        assert.deepEqual([problem.status, problem.code], [409, 'RUN_NOT_COMPLETED']);
        const words = `Run is ${status}; only COMPLETED runs can be pinned as a baseline`;
        assert.equal(problem.detail.slice(0, words.length), words);
        return true;
      });
      assert.deepEqual([await active(), await events()], [[], []]);
    });

  it('research/Errors: a COMPLETED run without a report, or with one that cannot be read, cannot be pinned either', async () => {
    const refused = async (id: string) =>
      await pin(id).then(
        () => 'pinned',
        (problem: Problem) => problem.detail,
      );
    assert.equal(
      await refused(await store({ report: null })),
      'Run is UNREPORTED; only COMPLETED runs can be pinned as a baseline. This one ended without a stored report. Ask for the research again.',
    );
    for (const report of [{}, [], 'words', 7, { schema_version: '2.0', rating: 'BUY' }])
      assert.match(
        await refused(await store({ report })),
        /^Run is UNREADABLE; only COMPLETED runs can be pinned as a baseline\. /,
      );
    assert.deepEqual(await active(), []);
  });

  it('research/States and transitions rules 6: a COMPLETED run is pinned, and takes the place of the one before', async () => {
    const [first, second] = [await store(), await store()];
    const view = await pin(first);
    assert.deepEqual(view, {
      run_id: first,
      portfolio_id: null,
      is_active: true,
      created_at: '2026-03-02T06:00:00.000Z',
      replaced_at: null,
    });
    world.clock.pass(5);
    assert.equal((await pin(second)).is_active, true);
    assert.deepEqual(await active(), [second]);
    const { thesis_baselines } = await world.core.research.runs.dossier(world.owner, first);
    assert.deepEqual(
      thesis_baselines.map(({ run_id, is_active, replaced_at }) => [run_id, is_active, replaced_at]),
      [
        [second, true, null],
        [first, false, '2026-03-02T06:05:00.000Z'],
      ],
    );
    assert.deepEqual(await events(), [
      {
        kind: 'AI_RESEARCH_BASELINE_SET',
        subject: first,
        data: { run_id: first, symbol: 'KAVERI', portfolio_id: null },
        pillar: 'research',
      },
      {
        kind: 'AI_RESEARCH_BASELINE_SET',
        subject: second,
        data: { run_id: second, symbol: 'KAVERI', portfolio_id: null },
        pillar: 'research',
      },
      {
        kind: 'AI_RESEARCH_BASELINE_REPLACED',
        subject: second,
        data: { run_id: second, replaced_run_id: first, symbol: 'KAVERI' },
        pillar: 'research',
      },
    ]);
  });

  it('pinning the same run again changes nothing, and a run that was replaced can be pinned anew', async () => {
    const [first, second] = [await store(), await store()];
    const view = await pin(first);
    world.clock.pass(5);
    assert.deepEqual(await pin(first), view);
    assert.deepEqual(await kinds(), ['AI_RESEARCH_BASELINE_SET']);
    await pin(second);
    assert.equal((await pin(first)).created_at, '2026-03-02T06:05:00.000Z');
    assert.deepEqual(await active(), [first]);
    assert.equal((await rows('select 1 as one from research.ai_thesis_baselines')).length, 3);
  });

  it('research/Thesis baseline and comparison: each share and each portfolio has a baseline of its own', async () => {
    const [long, short] = [await portfolio('Long'), await portfolio('Short')];
    const ids = [
      await store(),
      await store({ portfolio_id: long }),
      await store({ portfolio_id: short }),
      await store({ instrument_id: '8', symbol: 'DEEP' }),
    ];
    for (const id of ids) await pin(id);
    assert.deepEqual(await active(), ids);
    const next = await store({ portfolio_id: long });
    await pin(next);
    assert.deepEqual(new Set(await active()), new Set([ids[0], ids[2], ids[3], next]));
  });

  it('of many pins at once exactly one stands, and none fails', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => store()));
    await Promise.all(ids.map((id) => pin(id)));
    assert.equal((await active()).length, 1);
    const all = await kinds();
    assert.equal(all.filter((kind) => kind === 'AI_RESEARCH_BASELINE_SET').length, 8);
    assert.equal(all.filter((kind) => kind === 'AI_RESEARCH_BASELINE_REPLACED').length, 7);
    const same = ids[0] ?? '';
    const views = await Promise.all(Array.from({ length: 4 }, () => pin(same)));
    assert.deepEqual(views, Array(4).fill(views[0]));
    assert.deepEqual(await active(), [same]);
  });

  it('an unpinned share has no baseline, and unpinning again changes nothing', async () => {
    const [first, second] = [await store(), await store()];
    await pin(first);
    await pin(second);
    world.clock.pass(5);
    const cleared = await thesis().clearBaseline(world.owner, second, BY);
    assert.deepEqual(
      [cleared.is_active, cleared.was_active, cleared.replaced_at],
      [false, true, '2026-03-02T06:05:00.000Z'],
    );
    assert.deepEqual(await active(), []);
    world.clock.pass(5);
    assert.deepEqual(await thesis().clearBaseline(world.owner, second, BY), {
      ...cleared,
      was_active: false,
    });
    // The one before was replaced already: it does not come back, and letting go of it changes nothing either.
    const before = await thesis().clearBaseline(world.owner, first, BY);
    assert.deepEqual([before.is_active, before.was_active], [false, false]);
    assert.deepEqual((await events()).at(-1), {
      kind: 'THESIS_BASELINE_CLEARED',
      subject: second,
      data: { run_id: second, symbol: 'KAVERI', portfolio_id: null },
      pillar: null,
    });
    assert.equal((await kinds()).length, 4);
    await assert.rejects(thesis().clearBaseline(world.owner, await store(), BY), { code: 'NOT_A_BASELINE' });
  });

  it('another person’s run is not there', async () => {
    const id = await store();
    for (const unknown of [id, 'ai-999999', '7', 'ai-', `ai-${'9'.repeat(30)}`]) {
      await assert.rejects(pin(unknown, world.stranger), { status: 404, code: 'RUN_NOT_FOUND' });
      await assert.rejects(thesis().clearBaseline(world.stranger, unknown, BY), { status: 404 });
    }
    const theirs = await storeRun(world.core, world.stranger, { instrument_id: '7' });
    await pin(theirs, world.stranger);
    await pin(id);
    // Each has one of the same share.
    assert.deepEqual(new Set(await active()), new Set([id, theirs]));
  });
});

describe('a pin that does not come to its end', function limited(this: Mocha.Suite) {
  this.timeout(600_000);

  it('leaves the baseline before, and no event', async () => {
    const world = await testCore({ environment: { ...RESEARCH_ON } });
    const { core, owner } = world;
    try {
      const pool = core.database.systemPool;
      const pin = async (id: string) => await core.research.thesis.setBaseline(owner, id, BY);
      const count = async (sql: string) => Number((await pool.query<{ count: string }>(sql)).rows[0]?.count);
      const events = async () => await count('select count(*) from evidence.events');
      const active = async (id: string) =>
        await count(
          `select count(*) from research.ai_thesis_baselines where is_active and run_id = ${id.slice(3)}`,
        );
      const first: string = await storeRun(core, owner, { instrument_id: '7' });
      const second = await storeRun(core, owner, { instrument_id: '7' });
      await pin(first);
      // The last write of the pin fails, after the baseline before was replaced.
      await pool.query(
        `alter table evidence.events add constraint no_replacing check (kind <> 'AI_RESEARCH_BASELINE_REPLACED')`,
      );
      await assert.rejects(pin(second));
      assert.deepEqual([await active(first), await active(second), await events()], [1, 0, 1]);
      await pool.query('alter table evidence.events drop constraint no_replacing');
      await pin(second);
      assert.deepEqual([await active(first), await active(second), await events()], [0, 1, 3]);
    } finally {
      await world.close();
    }
  });
});
