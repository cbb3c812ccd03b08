import assert from 'node:assert/strict';
import { NO_MODELS } from '../../../../core/llm/index.ts';
import { createLeases, createLog } from '../../../../core/platform/index.ts';
import { type PublishProgress, RUN_TABLE } from '../../../../core/research/runs/index.ts';
import { createResearchWorker, type ResearchWorkerParts } from '../../../../core/research/worker/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { gate } from '../../../support/gate.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import { RESEARCH_ON, type Script, script, scriptedResearch } from '../../../support/scripted-evidence.ts';

const NEVER = new AbortController().signal;
const LEASE_MS = 60 * 60_000;

describe('several workers of AI research', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const told: Script = script();
  const fresh = sharedCore({ research: scriptedResearch(told), environment: { ...RESEARCH_ON } });
  let world: TestCore;
  beforeEach(async () => {
    Object.assign(told, script());
    world = await fresh();
    await registerForResearch(world.core);
  });
  const create = async () =>
    (
      await world.core.research.runs.create(
        world.owner,
        'V2',
        { symbol: 'KAVERI', mode: 'CURRENT' },
        { actor: 'test' },
      )
    ).run_id;
  const read = async (id: string) => await world.core.research.runs.dossier(world.owner, id);
  /** A worker as another process has one. */
  const worker = (publish: PublishProgress | null) => {
    const { database, listener } = world.core;
    const context = { clock: world.clock, database, listener, log: createLog('silent') };
    const parts = {
      tellEnd: null,
      compare: null,
      chainFor: () => NO_MODELS.chainFor('system', 'research'),
      documentsOf: () => ({ get: () => Promise.reject(new Error('nobody is asked')) }),
      ...scriptedResearch(told),
    } as Omit<ResearchWorkerParts, 'publish'>;
    const leases = createLeases({ ...RUN_TABLE, leaseMs: LEASE_MS }, context);
    return createResearchWorker(context, leases, { ...parts, publish, leaseMs: LEASE_MS });
  };
  /** Every row that runs have written, with the transaction that wrote it. */
  const rows = async () => {
    const tables = [
      'runs',
      'stages',
      'stage_cache',
      'evidence_sources',
      'packets',
      'facts',
      'conflicts',
      'coverage',
      'stage_outputs',
      'stage_calls',
      'reports',
      'claims',
    ];
    const all: unknown[] = [];
    for (const table of [...tables.map((name) => `research.ai_research_${name}`), 'evidence.events'])
      all.push(
        (
          await world.core.database.systemPool.query(
            `select t.xmin::text, to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
          )
        ).rows,
      );
    return all;
  };

  it('research/Events: a run ends the same where nobody is told of its progress, or where telling fails', async () => {
    const broken: PublishProgress = () => {
      throw new Error('nobody listens');
    };
    const ends = [];
    for (const publish of [null, broken]) {
      const id = await create();
      assert.equal(await worker(publish).next(NEVER), true);
      const { run, facts, stages } = await read(id);
      ends.push([run.status, facts.length, stages.map(({ status }) => status)]);
      world.clock.pass(1);
    }
    assert.deepEqual(ends[0]?.slice(0, 2), ['REVIEW_REQUIRED', 4]);
    assert.deepEqual(ends[1], ends[0]);
  });

  it('research/Worker behaviour: of two workers at one queue each has runs of its own, and no run is done twice', async () => {
    const ids: string[] = [];
    for (let nr = 0; nr < 4; nr += 1) ids.push(await create());
    const began: string[][] = [[], []];
    const workers = began.map((mine) =>
      worker((_, { run_id, stage, event }) => {
        if (stage === 'run' && event === 'started') mine.push(run_id);
      }),
    );
    await Promise.all(
      workers.map(async (one) => {
        while (await one.next(NEVER));
      }),
    );
    assert.deepEqual(began.flat().toSorted(), ids.toSorted());
    assert.ok(
      began.every((mine) => mine.length > 0),
      'both had some',
    );
    for (const id of ids) {
      const { run, stages } = await read(id);
      assert.equal(run.status, 'REVIEW_REQUIRED');
      assert.deepEqual(new Set(stages.map(({ attempts }) => attempts)), new Set([1]));
    }
    // Three sources have something on the share.
    assert.equal(told.asked.length, 3 * ids.length);
    const { rows: ended } = await world.core.database.systemPool.query(
      `select subject from evidence.events where kind = 'AI_RESEARCH_PARTIAL'`,
    );
    assert.equal(ended.length, ids.length);
  });

  for (const where of ['nse_filings', 'yahoo', 'LEDGER'])
    it(`research/Worker behaviour: who loses its lease in ${where} writes nothing, and tells nobody, when it wakes`, async () => {
      const said: string[] = [];
      const id = await create();
      const held = gate();
      told.before = async (what) => (what === where ? await held.pass() : undefined);
      const late = worker((_, { stage, event }) => void said.push(`${stage} ${event}`)).next(NEVER);
      await held.reached;
      told.before = () => Promise.resolve();
      world.clock.pass(61);
      assert.equal(await worker(null).next(NEVER), true);
      assert.equal((await read(id)).run.status, 'REVIEW_REQUIRED');
      const [before, heard] = [await rows(), said.length];
      held.open();
      assert.equal(await late, true);
      assert.deepEqual(await rows(), before);
      assert.deepEqual(said.slice(heard), []);
    });
});
