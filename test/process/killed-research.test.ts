import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { DossierView } from '../../core/research/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { NOBODY_OUTSIDE } from '../support/outside.ts';
import { TEST_PROCESS } from '../support/program.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { registerForResearch } from '../support/research-world.ts';
import { RESEARCH_ON, script, scriptedResearch } from '../support/scripted-evidence.ts';
import { sampled } from '../support/soak.ts';

const PROGRAM = path.join(import.meta.dirname, '../support/research-process.ts');
const ROOT = path.resolve(import.meta.dirname, '../..');
const AT = new Date('2026-03-02T06:00:00.000Z');
/** Past the lease of the one before. */
const LATER = new Date(AT.getTime() + 61 * 60_000);
/** At which of its steps it is killed: in the suite in the midst of evidence and of facts, in the soak at each there is. */
const STEPS = sampled<readonly number[]>(
  [11],
  Array.from({ length: 40 }, (_, at) => at + 1),
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

  /** Runs the worker in a process of its own until it has stopped or is done. @returns what it asked, and which it was. */
  async function worker(at: Date, stopAt: number): Promise<{ asked: string[]; last: string }> {
    const child = spawn(process.execPath, [...TEST_PROCESS, PROGRAM, at.toISOString(), String(stopAt)], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        ...NOBODY_OUTSIDE,
        ...RESEARCH_ON,
        DATABASE_URL: database.url,
        DATABASE_APP_URL: database.appUrl,
        DATA_DIR: path.join(ROOT, 'node_modules/.cache/none'),
      },
    });
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const asked: string[] = [];
    let last = 'gone';
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('asked ')) asked.push(line.slice('asked '.length));
      else last = line;
      if (line === 'stopped') child.kill('SIGKILL');
    }
    await exited;
    return { asked, last };
  }

  before(async () => {
    database = await testDatabase();
    world = await testCore({
      database,
      at: AT.toISOString(),
      environment: { ...RESEARCH_ON, PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '1000' },
      research: scriptedResearch(script()),
    });
    await registerForResearch(world.core);
    const id = await create();
    assert.deepEqual(await worker(AT, 0), {
      asked: ['nse_filings', 'nse_archive', 'yahoo', 'LEDGER'],
      last: 'done',
    });
    wanted = found(await read(id));
  });
  after(() => world.close());

  for (const step of STEPS)
    it(`research/Worker behaviour: killed at step ${step}, the next process ends with the same facts and asks for nothing that was kept`, async () => {
      // Facts that are known from another run would hide that they are worked out anew.
      await world.core.database.systemPool.query('delete from research.ai_research_stage_cache');
      const id = await create();
      const killed = await worker(AT, step);
      const kept = (await read(id)).stages.filter(({ status }) => !['PENDING', 'RUNNING'].includes(status));
      const again = await worker(LATER, 0);
      assert.equal(again.last, 'done');
      assert.deepEqual(found(await read(id)), wanted, `${killed.last} after ${killed.asked.join()}`);
      const names = new Set<string>(kept.map(({ stage }) => stage));
      assert.deepEqual(
        again.asked.filter((what) => names.has(STAGE_OF[what] ?? '')),
        [],
      );
    });
});
