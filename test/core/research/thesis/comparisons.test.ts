import assert from 'node:assert/strict';
import { ResearchRunModel } from '../../../../core/research/runs/index.ts';
import { OUTPUTS_SAID } from '../../../support/composing.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { reportWorld, type ReportWorld, researchOf } from '../../../support/report-world.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import { RESEARCH_ON } from '../../../support/scripted-evidence.ts';
import { reportOf, storeRun, type StoredRun } from '../../../support/published-runs.ts';

const BY = { actor: 'test' };
const NEVER = new AbortController().signal;
const [JUNE, JULY, AUGUST] = ['2026-06-01', '2026-07-01', '2026-08-01'].map((day) => `${day}T06:00:00.000Z`);
const rated = (as_of: string | undefined, rating: 'BUY' | 'HOLD' | 'SELL') =>
  reportOf(as_of ?? '', { decision: { rating, action: 'HOLD', confidence: 0.6 } });

describe('comparisons with the baseline', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const scripted: ReportWorld = reportWorld();
  const fresh = sharedCore({
    at: '2026-10-01T04:00:00.000Z',
    research: researchOf(scripted),
    environment: { ...RESEARCH_ON, PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '1000' },
  });
  let world: TestCore;
  beforeEach(async () => {
    Object.assign(scripted, reportWorld());
    world = await fresh();
  });
  const store = async (change: Partial<StoredRun> = {}) =>
    await storeRun(world.core, world.owner, { instrument_id: '7', ...change });
  const pin = async (id: string) => await world.core.research.thesis.setBaseline(world.owner, id, BY);
  /** As the worker does it when a run ends. */
  const compare = async (id: string) =>
    await world.core.database.asSystem('end a run for a test', async (trx) => {
      const run = await ResearchRunModel.query(trx).findById(id.slice('ai-'.length));
      assert.ok(run !== undefined);
      await world.core.research.thesis.compareWithin(trx, { run, now: world.clock.now() });
    });
  const rows = async () =>
    (
      await world.core.database.systemPool.query<{
        run: string;
        baseline: string | null;
        classification: string;
        reasons: string[];
      }>(
        `select 'ai-' || c.run_id as run, 'ai-' || b.run_id as baseline, c.classification, c.reasons
         from research.ai_thesis_comparisons c left join research.ai_thesis_baselines b on b.id = c.baseline_id
         order by c.id`,
      )
    ).rows;
  const found = async () =>
    (await rows()).map(({ run, baseline, classification }) => [run, baseline, classification]);
  const drifts = async () =>
    (
      await world.core.database.systemPool.query<{ data: object; owner: string; pillar: string }>(
        `select data, owner_user_id as owner, pillar from evidence.events
         where kind = 'AI_RESEARCH_DRIFT_DETECTED' order by id`,
      )
    ).rows;
  const notices = async (userId = world.owner) =>
    (await world.core.notifications.list(userId, { kind: 'ai_research_drift' })).items;

  it('research/Events: one is persisted with its event, and a thesis that moved is told once', async () => {
    const base = await store({ as_of: JUNE, report: rated(JUNE, 'BUY') });
    await pin(base);
    const run = await store({ as_of: JULY, report: rated(JULY, 'HOLD') });
    await compare(run);
    assert.deepEqual(await found(), [[run, base, 'WEAKENING']]);
    assert.deepEqual(await drifts(), [
      {
        data: { run_id: run, symbol: 'KAVERI', baseline_run_id: base, classification: 'WEAKENING' },
        owner: world.owner,
        pillar: 'research',
      },
    ]);
    const [notice, ...more] = await notices();
    assert.deepEqual(more, []);
    assert.equal(notice?.title, 'The thesis of KAVERI Limited is weaker than its baseline');
    assert.equal(
      notice.body,
      [
        '• The rating fell from BUY (1 Jun 2026) to HOLD (1 Jul 2026). (−4)',
        '• Points for the share: 0. Points against it: 4. A lead of 2 counts as drift.',
        'Next: read the dossier. Pin it as the baseline if it is your view from now on.',
      ].join('\n'),
    );
    assert.deepEqual(notice.payload, {
      run_id: run,
      baseline_run_id: base,
      symbol: 'KAVERI',
      classification: 'WEAKENING',
    });
    // Called again, also at once, it changes nothing; and the other person hears nothing.
    await Promise.all([compare(run), compare(run)]);
    assert.deepEqual([(await rows()).length, (await drifts()).length, (await notices()).length], [1, 1, 1]);
    assert.deepEqual(await notices(world.stranger), []);
    const { comparisons } = await world.core.research.runs.dossier(world.owner, run);
    assert.deepEqual(
      comparisons.map(({ run_id, baseline_run_id, classification }) => [
        run_id,
        baseline_run_id,
        classification,
      ]),
      [[run, base, 'WEAKENING']],
    );
  });

  it('research/Thesis baseline and comparison: old comparisons remain, and what did not move is not told', async () => {
    await pin(await store({ as_of: JUNE, report: rated(JUNE, 'HOLD') }));
    const same = await store({ as_of: JULY, report: rated(JULY, 'HOLD') });
    await compare(same);
    await pin(same);
    const better = await store({ as_of: AUGUST, report: rated(AUGUST, 'BUY') });
    await compare(better);
    assert.deepEqual(
      (await rows()).map(({ classification }) => classification),
      ['UNCHANGED', 'STRENGTHENING'],
    );
    assert.deepEqual(
      (await notices()).map(({ title }) => title),
      ['The thesis of KAVERI Limited is stronger than its baseline'],
    );
  });

  it('research/States and transitions rules 7: without a baseline or a report it is INSUFFICIENT_EVIDENCE', async () => {
    const alone = await store();
    await compare(alone);
    const base = await store({ as_of: JUNE });
    await pin(base);
    const failed = await store({ status: 'FAILED', as_of: JULY });
    await compare(failed);
    assert.deepEqual(await found(), [
      [alone, null, 'INSUFFICIENT_EVIDENCE'],
      [failed, base, 'INSUFFICIENT_EVIDENCE'],
    ]);
    assert.deepEqual(
      (await rows()).map(({ reasons }) => reasons),
      [['No report of this share is pinned as its baseline.'], ['This run has no report to compare.']],
    );
    assert.deepEqual([(await drifts()).length, (await notices()).length], [2, 0]);
  });

  it('a stored report that cannot be read is INSUFFICIENT_EVIDENCE with a reason, on either side', async () => {
    const base = await store({ as_of: JUNE });
    await pin(base);
    const garbage = await store({ as_of: JULY, report: { schema_version: '2.0', rating: 'BUY' } });
    await compare(garbage);
    await world.core.database.systemPool.query(
      `update research.ai_research_reports set payload_json = '[1]' where run_id = $1`,
      [base.slice(3)],
    );
    const fine = await store({ as_of: AUGUST });
    await compare(fine);
    assert.deepEqual(
      (await rows()).map(({ classification, reasons }) => [classification, ...reasons]),
      [
        ['INSUFFICIENT_EVIDENCE', `The stored report of ${garbage} cannot be read.`],
        ['INSUFFICIENT_EVIDENCE', `The stored report of ${base} cannot be read.`],
      ],
    );
  });

  it('the baseline of the portfolio comes first, then the one for every portfolio; never another person’s', async () => {
    const { id: portfolio_id } = await world.core.portfolio.portfolios.create(
      world.owner,
      { name: 'Long', base_currency: 'INR' },
      BY,
    );
    const theirs = await storeRun(world.core, world.stranger, { instrument_id: '7', as_of: JUNE });
    await world.core.research.thesis.setBaseline(world.stranger, theirs, BY);
    const first = await store({ as_of: JULY, portfolio_id });
    await compare(first);
    const general = await store({ as_of: JUNE });
    await pin(general);
    const second = await store({ as_of: JULY, portfolio_id });
    await compare(second);
    const own = await store({ as_of: JUNE, portfolio_id });
    await pin(own);
    const [third, fourth] = [await store({ as_of: JULY, portfolio_id }), await store({ as_of: JULY })];
    await compare(third);
    await compare(fourth);
    assert.deepEqual(
      (await found()).map(([run, baseline]) => [run, baseline]),
      [
        [first, null],
        [second, general],
        [third, own],
        [fourth, general],
      ],
    );
  });

  it('a run that is pinned itself is held against the baseline before', async () => {
    const [old, now] = [
      await store({ as_of: JUNE, report: rated(JUNE, 'SELL') }),
      await store({ as_of: JULY, report: rated(JULY, 'BUY') }),
    ];
    await pin(now);
    await compare(now);
    await world.core.database.systemPool.query('delete from research.ai_thesis_comparisons');
    await pin(old);
    await pin(now);
    await compare(now);
    assert.deepEqual(await found(), [[now, old, 'STRENGTHENING']]);
  });

  it('a run ends although its comparison fails, with nothing half written of it', async () => {
    const base = await store({ as_of: JUNE, report: rated(JUNE, 'BUY') });
    await pin(base);
    const run = await store({ as_of: JULY, report: rated(JULY, 'SELL') });
    await world.core.database.asSystem('end a run for a test', async (trx) => {
      const row = await ResearchRunModel.query(trx).findById(run.slice(3));
      assert.ok(row !== undefined);
      // A name that no text column takes: the notice cannot be written after the comparison was.
      row.subject = { ...row.subject, name: 'a\u0000b' };
      await world.core.research.thesis.compareWithin(trx, { run: row, now: world.clock.now() });
      await trx('research.ai_research_runs').where({ id: row.id }).update({ error: 'written after it' });
    });
    assert.deepEqual([await rows(), await drifts(), await notices()], [[], [], []]);
    const { run: ended } = await world.core.research.runs.dossier(world.owner, run);
    assert.equal(ended.error, 'written after it');
  });

  it('the worker compares what it ends: first with nothing, then with what was pinned', async () => {
    await registerForResearch(world.core);
    const done = async () => {
      const asked = { symbol: 'KAVERI', mode: 'CURRENT' };
      const { run_id } = await world.core.research.runs.create(world.owner, 'V2', asked, BY);
      assert.equal(await world.core.research.worker.next(NEVER), true);
      return run_id;
    };
    const first = await done();
    await pin(first);
    world.clock.pass(24 * 60);
    await world.core.database.systemPool.query('delete from research.ai_research_stage_cache');
    scripted.models.answers.COMMITTEE = { ...OUTPUTS_SAID.COMMITTEE, rating: 'Sell' };
    const second = await done();
    assert.deepEqual(await found(), [
      [first, null, 'INSUFFICIENT_EVIDENCE'],
      [second, first, 'WEAKENING'],
    ]);
    const kinds = (
      await world.core.database.systemPool.query<{ kind: string }>(
        `select kind from evidence.events where subject = $1 order by id`,
        [second],
      )
    ).rows.map(({ kind }) => kind);
    assert.deepEqual(kinds, ['AI_RESEARCH_REQUESTED', 'AI_RESEARCH_DRIFT_DETECTED', 'AI_RESEARCH_COMPLETED']);
    assert.equal((await notices()).length, 1);
  });
});
