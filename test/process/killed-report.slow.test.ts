import assert from 'node:assert/strict';
import { ANALYSIS_STAGES, OUTPUTS } from '../../core/research/analysis/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { reportWorld, researchOf } from '../support/report-world.ts';
import { workedInProcess } from '../support/research-worker.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';
import { sampled } from '../support/soak.ts';

const AT = new Date('2026-10-01T04:00:00.000Z');
/** Past the lease of the one before. */
const LATER = new Date(AT.getTime() + 61 * 60_000);
const NEVER = new AbortController().signal;
const CUTOFF = '2026-09-30T18:29:59Z';
const MODEL_STAGES = Object.keys(OUTPUTS);
/** Where the process is killed: as it begins a stage, or in the midst of what it writes down. */
const STOPS = sampled<readonly (number | string)[]>(
  ['EDITOR', 'insert into "research"."ai_research_reports"'],
  [
    ...ANALYSIS_STAGES.map(({ stage }) => stage),
    'FINISH',
    'insert into "research"."ai_research_claims"',
    'insert into "research"."ai_research_reports"',
    'insert into "research"."ai_research_stage_outputs"',
    // A run has some two hundred and fifty statements.
    ...Array.from({ length: 36 }, (_, at) => 7 * at + 4),
  ],
);

describe('kill -9 while a report is argued and written', function () {
  this.timeout(600_000);
  let database: TestDatabase;
  let world: TestCore;
  let wanted: string;

  const create = async (): Promise<string> =>
    (
      await world.core.research.runs.create(
        world.owner,
        'V2',
        { symbol: 'KAVERI', mode: 'HISTORICAL', cutoff: CUTOFF },
        { actor: 'test' },
      )
    ).run_id;
  const reportOf = async (id: string) => await world.core.research.runs.dossier(world.owner, id);
  let asked: string[] = [];
  /** Does here what waits. @returns which sources and models were asked */
  const work = async (at: Date): Promise<string[]> => {
    world.clock.at = at;
    asked = [];
    while (await world.core.research.worker.next(NEVER));
    return asked;
  };
  const rows = async <T extends object>(sql: string) =>
    (await world.core.database.systemPool.query<T>(sql)).rows;
  /** What earlier runs said would hide what is asked twice. */
  const forget = async () => void (await rows('delete from research.ai_research_stage_cache'));
  const calls = async (id: string) =>
    await rows<{ stage: string }>(
      `select stage from research.ai_research_stage_calls where run_id = ${id.replace('ai-', '')} order by id`,
    );

  before(async () => {
    const reported = reportWorld();
    reported.told.before = (what) => Promise.resolve(void asked.push(what));
    reported.models.before = reported.told.before;
    database = await testDatabase();
    world = await testCore({
      database,
      at: AT.toISOString(),
      environment: { ...RESEARCH_ON, PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '1000' },
      research: researchOf(reported),
    });
    await registerForResearch(world.core);
    const id = await create();
    await work(AT);
    const { run, report } = await reportOf(id);
    assert.equal(run.status, 'COMPLETED');
    wanted = report?.payload_hash ?? '';
    assert.match(wanted, /^sha256:[0-9a-f]{64}$/);
  });
  after(() => world.close());

  for (const stop of STOPS)
    it(`research/States and transitions: killed at ${stop}, the next process comes to the same report and pays for no stage twice`, async () => {
      await forget();
      world.clock.at = AT;
      const id = await create();
      const killed = await workedInProcess(database, { at: AT, evidence: 'reported', stopAt: stop });
      const kept = new Set(
        (
          await rows<{ stage: string }>(
            `select stage from research.ai_research_stage_outputs where run_id = ${id.replace('ai-', '')}`,
          )
        ).map(({ stage }) => stage),
      );
      const again = await work(LATER);
      const { run, report } = await reportOf(id);
      assert.deepEqual(
        [run.status, report?.payload_hash],
        ['COMPLETED', wanted],
        `${killed.end} after ${killed.asked.join()}`,
      );
      // What was written down before is not asked for again.
      assert.deepEqual(
        again.filter((stage) => kept.has(stage)),
        [],
      );
      if (typeof stop === 'string' && stop !== 'insert into "research"."ai_research_stage_outputs"') {
        // Killed between stages: each was asked once in all, and paid for once.
        const all = [...killed.asked, ...again].filter((stage) => MODEL_STAGES.includes(stage));
        assert.deepEqual(all, MODEL_STAGES);
        assert.deepEqual(
          (await calls(id)).map(({ stage }) => stage),
          MODEL_STAGES,
        );
      }
    });
});
