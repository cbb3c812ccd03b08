import assert from 'node:assert/strict';
import { describeEvent } from '../../../../core/reports/activity/words.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { market } from '../../../support/market.ts';
import { seedRun } from '../../../support/policies.ts';
import { reportWorld, type ReportWorld, researchOf } from '../../../support/report-world.ts';
import { RESEARCH_ON } from '../../../support/scripted-evidence.ts';

const BY = { actor: 'api:owner' };
const NEVER = new AbortController().signal;
/** What each kind is called on the page of activity. */
const KINDS: Readonly<Record<string, string>> = {
  AI_RESEARCH_REQUESTED: 'AI research of KAVERI started',
  AI_RESEARCH_COMPLETED: 'AI research of KAVERI completed',
  AI_RESEARCH_PARTIAL: 'AI research of KAVERI ended without an approved report',
  AI_RESEARCH_FAILED: 'AI research of KAVERI failed',
  AI_RESEARCH_CANCELLED: 'AI research of KAVERI cancelled',
  AI_RESEARCH_BASELINE_SET: 'Thesis of KAVERI pinned',
  AI_RESEARCH_BASELINE_REPLACED: 'Thesis of KAVERI replaced',
  AI_RESEARCH_DRIFT_DETECTED: 'Thesis of KAVERI compared',
  AI_RESEARCH_OUTCOME_EVALUATED: 'Outcome of AI research of KAVERI measured',
  AI_RESEARCH_PROMOTION_EVIDENCE_ATTACHED: 'AI research attached to policy Promoted',
};

describe('the events of AI research', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const scripted: ReportWorld = reportWorld();
  const fresh = sharedCore({
    at: '2026-03-02T12:00:00.000Z',
    research: researchOf(scripted),
    environment: { ...RESEARCH_ON },
  });
  let world: TestCore;
  beforeEach(async () => {
    Object.assign(scripted, reportWorld());
    world = await fresh();
  });

  it('research/Events: each of the ten kinds is emitted by what a person or a worker does, and is told in words', async () => {
    const { core, owner, clock } = world;
    const closes = (session: number): number => 100 + session;
    await market()
      .share('KAVERI', { name: 'Kaveri Flowtech Limited' })
      .closes('KAVERI', '2026-03-02', closes, '2026-03-31')
      .levels('NIFTY500', '2026-03-02', closes, '2026-03-31')
      .write(core);
    const ask = async () =>
      (await core.research.runs.create(owner, 'V2', { symbol: 'KAVERI', mode: 'CURRENT' }, BY)).run_id;
    const done = async () => {
      const id = await ask();
      assert.equal(await core.research.worker.next(NEVER), true);
      clock.pass(1);
      return id;
    };
    const [first, second] = [await done(), await done()];
    scripted.unprinted = 'no font';
    await done();
    scripted.told.answers = {};
    scripted.told.before = (what) =>
      what === 'LEDGER' ? Promise.reject(new Error('a figure that is none')) : Promise.resolve();
    await core.database.systemPool.query('delete from research.ai_research_stage_cache');
    await done();
    await core.research.runs.cancel(owner, await ask(), BY);
    await core.research.thesis.setBaseline(owner, first, BY);
    await core.research.thesis.setBaseline(owner, second, BY);
    const backtest = await seedRun(core, owner);
    const body = { name: 'Promoted', tag_code: 'FROMARUN', ai_research_dossier_ids: [first] };
    await core.policies.promotions.promote(owner, backtest, { key: 'a-key-of-one-person', body }, BY);
    clock.at = new Date('2026-03-12T12:00:00.000Z');
    await core.research.thesis.evaluateOutcomes(owner, { actor: 'job:ai_research_outcomes' });

    const { rows } = await core.database.systemPool.query<{
      kind: string;
      actor: string;
      subject: string;
      data: Record<string, unknown>;
      pillar: string | null;
      id: string;
    }>('select * from evidence.events order by id');
    const research = rows.filter(({ pillar }) => pillar === 'research');
    assert.deepEqual(new Set(research.map(({ kind }) => kind)), new Set(Object.keys(KINDS)));
    assert.ok(rows.every(({ kind, pillar }) => kind in KINDS === (pillar !== null)));
    for (const { id, kind, actor, subject, data } of research)
      assert.equal(describeEvent({ id, kind, actor, subject, data }).title, KINDS[kind]);
  });
});
