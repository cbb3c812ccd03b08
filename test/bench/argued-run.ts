import { buildLedgerInSlices, type Fact } from '../../core/research/index.ts';
import type { Outputs } from '../../core/research/analysis/index.ts';
import { factSentence } from '../../core/research/analysis/index.ts';
import { composing, OUTPUTS_SAID } from '../support/composing.ts';
import { acquired, script, scriptedResearch } from '../support/scripted-evidence.ts';
import { stageChain, stageModels } from '../support/stage-models.ts';
import { registerForResearch } from '../support/research-world.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { manyPackets } from './facts-load.ts';

const FINDINGS = 12;
const WORDS = 5_000;

/** What stages say at length: true sentences about facts, as many as their forms hold. */
function longOutputs(facts: readonly Fact[]): Outputs {
  let at = 0;
  const next = (): Fact => facts[(at += 7) % facts.length] as Fact;
  const finding = () => {
    const fact = next();
    return { text: factSentence(fact), fact_ids: [fact.fact_id], source_ids: [] };
  };
  const some = (count: number) => Array.from({ length: count }, finding);
  const said = Object.fromEntries(
    Object.entries(OUTPUTS_SAID).map(([stage, output]) => [
      stage,
      {
        ...output,
        ...('findings' in output ? { findings: some(FINDINGS) } : {}),
        ...('statements' in output ? { statements: some(8) } : {}),
      },
    ]),
  ) as Required<Outputs>;
  const texts = Array.from({ length: 10 * FINDINGS }, (_, nr) => `c${nr + 1}`);
  const sections = OUTPUTS_SAID.EDITOR.sections.map(({ id }) => id);
  const each = Math.ceil(WORDS / (sections.length * 6));
  return {
    ...said,
    EDITOR: {
      ...OUTPUTS_SAID.EDITOR,
      sections: sections.map((id, nr) => ({
        id,
        paragraphs: Array.from({ length: 6 }, (_, of) => ({
          text: 'The company makes pumps and sells them to farms and mines in many states. '
            .repeat(Math.ceil(each / 14))
            .trim()
            .slice(0, 2000),
          claim_ids: texts.slice((nr * 6 + of) * 2, (nr * 6 + of) * 2 + 20),
        })),
      })),
    },
  };
}

/** Runs of 19 stages over many facts and packets, whose models answer at once. */
export async function withArguedRuns<T>(
  size: { facts: number; packets: number },
  measured: (given: { world: TestCore; run: (times: number) => Promise<void> }) => Promise<T>,
): Promise<T> {
  await openTestRun();
  const packets = manyPackets(size);
  const { subject } = composing();
  const as_of = '2026-10-01T04:00:00.000Z';
  const input = { subject, mode: 'CURRENT' as const, as_of, packets, peers: [] };
  const { facts } = await buildLedgerInSlices(input, new AbortController().signal);
  const models = stageModels({ ...longOutputs(facts) });
  const told = script();
  const parts = scriptedResearch(told);
  const chain = stageChain(models);
  const world = await testCore({
    at: as_of,
    environment: { ...RESEARCH_ON, PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '1000' },
    research: {
      providers: [
        { name: 'nse_filings', covers: () => true, acquire: () => Promise.resolve(acquired(...packets)) },
      ],
      peersOf: parts.peersOf,
      print: parts.print,
      chainFor: chain,
      timers: { now: () => performance.now(), sleep: () => new Promise(() => undefined) },
    } as Parameters<typeof testCore>[0] extends infer O
      ? NonNullable<O & { research: object }>['research']
      : never,
  });
  await registerForResearch(world.core);
  try {
    return await measured({
      world,
      async run(times) {
        const { research } = world.core;
        await world.core.database.systemPool.query('delete from research.ai_research_stage_cache');
        const never = new AbortController().signal;
        for (let nr = 0; nr < times; nr += 1)
          await research.runs.create(
            world.owner,
            'V2',
            { symbol: 'KAVERI', mode: 'CURRENT' },
            { actor: 'bench' },
          );
        await Promise.all(Array.from({ length: times }, () => research.worker.next(never)));
        const { rows } = await world.core.database.systemPool.query<{ status: string; n: string }>(
          'select status, count(*) as n from research.ai_research_runs group by status',
        );
        if (rows.some(({ status }) => !['COMPLETED', 'REVIEW_REQUIRED'].includes(status)))
          throw new Error(`runs ended ${JSON.stringify(rows)}`);
        world.clock.pass(1);
      },
    });
  } finally {
    await world.close();
    await closeTestRun();
  }
}
