import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importEvidence } from '../../core/research/index.ts';
import { eventually } from '../support/chat-driver.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { type TestDatabase, testDatabase } from '../support/postgres.ts';
import { workedInProcess } from '../support/research-worker.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';
import { type FiledCompany, SMALL_AMERICAN, SMALL_INDIAN } from '../support/small-evidence.ts';
import { isSoak, sampled } from '../support/soak.ts';

const COMPANIES: readonly FiledCompany[] = sampled([SMALL_INDIAN], [SMALL_INDIAN, SMALL_AMERICAN]);
/** Where one run is killed in the suite; in the soak a run of its own is at each step there is. */
const KILLED_AT = ['packets', 'coverage'].map((table) => `insert into "research"."ai_research_${table}"`);
const NEVER = new AbortController().signal;
/** All that a run writes, by table. What says when it was written, and by whom, may differ. */
const TABLES = ['runs', 'stages', 'evidence_sources', 'packets', 'facts', 'conflicts', 'coverage'];
const OF_THE_MOMENT = `id,run_id,created_at,recorded_at,started_at,updated_at,finished_at,attempts,reclaims,epoch`;

for (const company of COMPANIES)
  describe(`kill -9 in the middle of research on files of ${company.instrument['name'] ?? ''}`, function () {
    this.timeout(7_200_000);
    const at = new Date(company.at);
    let database: TestDatabase;
    let world: TestCore;
    let wanted: Record<string, unknown[]>;

    const rowsOf = async (table: string, id: string, without: string): Promise<unknown[]> => {
      const { rows } = await world.core.database.systemPool.query<{ row: unknown }>(
        `select to_jsonb(t) - $2::text[] as row from research.ai_research_${table} t
         where ${table === 'runs' ? 'id' : 'run_id'} = $1 order by (to_jsonb(t) -> 'id')::bigint, (to_jsonb(t) -> 'nr')::int`,
        [id, without.split(',')],
      );
      return rows.map(({ row }) => row);
    };
    const written = async (id: string): Promise<Record<string, unknown[]>> => {
      const { rows } = await world.core.database.systemPool.query<{ kind: string }>(
        'select kind from evidence.events where subject = $1 order by id',
        [`ai-${id}`],
      );
      const all: Record<string, unknown[]> = { events: rows.map(({ kind }) => kind) };
      for (const table of TABLES) all[table] = await rowsOf(table, id, OF_THE_MOMENT);
      return all;
    };
    const create = async (): Promise<string> => {
      world.clock.at = at;
      // Facts that are known from another run would hide that they are worked out anew.
      await world.core.database.systemPool.query('delete from research.ai_research_stage_cache');
      const asked = { symbol: company.instrument['symbol'] ?? '', mode: company.mode };
      await world.core.research.runs.create(world.owner, 'V2', asked, { actor: 'test' });
      const { rows } = await world.core.database.systemPool.query<{ id: string }>(
        'select max(id) as id from research.ai_research_runs',
      );
      return rows[0]?.id ?? '';
    };

    before(async () => {
      database = await testDatabase();
      world = await testCore({
        database,
        at: company.at,
        environment: { ...RESEARCH_ON, PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '1000' },
      });
      await world.core.database.asSystem('a share of a test', (trx) =>
        trx('market.instruments').insert(company.instrument),
      );
      const folder = await mkdtemp(path.join(tmpdir(), 'munim-evidence-'));
      await company.write(folder);
      assert.ok(await importEvidence(world.core, { folder, isDry: false }, () => undefined));
      await rm(folder, { recursive: true });
      const id = await create();
      await world.core.research.worker.next(NEVER);
      wanted = await written(id);
      assert.deepEqual(wanted['events'], [
        'AI_RESEARCH_REQUESTED',
        'AI_RESEARCH_DRIFT_DETECTED',
        'AI_RESEARCH_PARTIAL',
      ]);
      for (const table of ['packets', 'facts', 'conflicts', 'coverage'])
        assert.notEqual(wanted[table]?.length, 0);
    });
    after(() => world.close());

    /** Kills one process after the other. @returns how many of these steps there were */
    async function killed(...stops: (number | string)[]): Promise<number> {
      const id = await create();
      const stages = async () => (await rowsOf('stages', id, 'none')) as { stage: string; status: string }[];
      const kept = new Map<string, unknown>();
      let count = 0;
      for (const stopAt of stops) {
        const worked = { at: world.clock.now(), evidence: 'real', stopAt } as const;
        if ((await workedInProcess(database, worked)).end === 'stopped') count += 1;
        for (const one of await stages())
          if (!['PENDING', 'RUNNING'].includes(one.status) && !kept.has(one.stage)) kept.set(one.stage, one);
        const [run] = (await rowsOf('runs', id, 'none')) as { as_of: string | null }[];
        // Nobody has a run that was never claimed; the lease of the others has run out after an hour.
        if (run?.as_of !== null) world.clock.pass(61);
      }
      await eventually('the run to be taken up', async () => {
        await world.core.research.worker.next(NEVER);
        const [{ status } = { status: '' }] = (await rowsOf('runs', id, 'none')) as { status: string }[];
        return status === 'queued' || status === 'running' ? null : true;
      });
      assert.deepEqual(await written(id), wanted, `killed at step ${stops.join()}`);
      assert.deepEqual(
        (await stages()).filter(({ stage }) => kept.has(stage)),
        [...kept.values()],
        `a stage was paid twice after step ${stops.join()}`,
      );
      return count;
    }

    it('research/Worker behaviour: killed anywhere, the run ends with the same packets, facts, conflicts and coverage, and no stage is paid twice', async () => {
      if (!isSoak) {
        assert.equal(await killed(...KILLED_AT), KILLED_AT.length);
        return;
      }
      let step = 1;
      while ((await killed(step)) === 1) step += 1;
    });
  });
