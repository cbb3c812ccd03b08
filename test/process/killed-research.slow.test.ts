import assert from 'node:assert/strict';
import type { DossierView } from '../../core/research/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { workedInProcess } from '../support/research-worker.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../support/scripted-evidence.ts';
import { sampled } from '../support/soak.ts';

const AT = new Date('2026-03-02T06:00:00.000Z');
/** Past the lease of the one before. */
const LATER = new Date(AT.getTime() + 61 * 60_000);
const NEVER = new AbortController().signal;
/** Where it is killed: in the suite in the midst of writing facts, in the soak at every third step. */
const STEPS = sampled<readonly (number | string)[]>(
  ['insert into "research"."ai_research_conflicts"'],
  // A run has some hundred and fifty statements.
  Array.from({ length: 50 }, (_, at) => 3 * at + 1),
);
const STAGE_OF: Readonly<Record<string, string>> = {
  nse_filings: 'ACQUIRE_NSE_FILINGS',
  nse_archive: 'ACQUIRE_NSE_ARCHIVE',
  yahoo: 'ACQUIRE_YAHOO',
  LEDGER: 'LEDGER',
};

describe('kill -9 in the middle of research', function () {
  this.timeout(600_000);
  let database: TestDatabase;
  let world: TestCore;
  let wanted: unknown;

  const create = async (): Promise<string> =>
    (
      await world.core.research.runs.create(
        world.owner,
        'V2',
        { symbol: 'KAVERI', mode: 'CURRENT' },
        { actor: 'test' },
      )
    ).run_id;
  const read = async (id: string): Promise<DossierView> =>
    await world.core.research.runs.dossier(world.owner, id);
  /** All that a run came to, without what tells it from another run. */
  const found = ({ run, packets, facts, conflicts, coverage, failures, refused, stages }: DossierView) => ({
    status: run.status,
    as_of: run.as_of,
    error: run.error,
    stages: stages.map(({ stage, status, detail }) => [stage, status, detail]),
    packets,
    facts,
    conflicts,
    coverage,
    failures,
    refused,
  });
  let asked: string[] = [];
  /** Does here what waits. @returns which sources were asked */
  const work = async (at: Date): Promise<string[]> => {
    world.clock.at = at;
    asked = [];
    while (await world.core.research.worker.next(NEVER));
    return asked;
  };

  before(async () => {
    const told = script();
    told.before = (what) => Promise.resolve(void asked.push(what));
    database = await testDatabase();
    world = await testCore({
      database,
      at: AT.toISOString(),
      environment: { ...RESEARCH_ON, PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '1000' },
      research: scriptedResearch(told),
    });
    await registerForResearch(world.core);
    const id = await create();
    assert.deepEqual(await work(AT), ['nse_filings', 'nse_archive', 'yahoo', 'LEDGER']);
    wanted = found(await read(id));
  });
  after(() => world.close());

  for (const step of STEPS)
    it(`research/Worker behaviour: killed at step ${step}, the next process ends with the same facts and asks for nothing that was kept`, async () => {
      // Facts that are known from another run would hide that they are worked out anew.
      await world.core.database.systemPool.query('delete from research.ai_research_stage_cache');
      world.clock.at = AT;
      const id = await create();
      const killed = await workedInProcess(database, { at: AT, evidence: 'scripted', stopAt: step });
      const left = await read(id);
      const kept = left.stages.filter(({ status }) => !['PENDING', 'RUNNING'].includes(status));
      const again = await work(LATER);
      const now = found(await read(id));
      // Killed before it was claimed, its moment is that of the next claim.
      if (left.run.as_of === null) now.as_of = AT.toISOString();
      assert.deepEqual(now, wanted, `${killed.end} after ${killed.asked.join()}`);
      const names = new Set<string>(kept.map(({ stage }) => stage));
      assert.deepEqual(
        again.filter((what) => names.has(STAGE_OF[what] ?? '')),
        [],
      );
    });
});
