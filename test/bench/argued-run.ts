import type { ModelRequest } from '../../core/llm/index.ts';
import type { ResearchParts } from '../../core/research/index.ts';
import { SECTION_IDS } from '../../core/research/publication/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { readingModel, rowsIn } from '../support/reading-model.ts';
import { registerForResearch } from '../support/research-world.ts';
import { acquired, RESEARCH_ON, script, scriptedResearch } from '../support/scripted-evidence.ts';
import { everyStage, stageChain, stageModels } from '../support/stage-models.ts';
import { manyPackets } from './facts-load.ts';

const FINDINGS = 12;
const STATEMENTS = 8;
const PARAGRAPHS = 6;
const WORDS = 5_000;
const SENTENCE = 'The company makes pumps and sells them to farms and mines in many states.';

/** A model that says as much as its form holds: true findings in all places, and a report of five thousand words. */
function wordyModel(request: ModelRequest): object {
  const said = readingModel(request);
  const facts = rowsIn<{ fact_id: string; says: string }>(request, 'facts');
  const some = (count: number) =>
    facts.slice(0, count).map(({ fact_id, says }) => ({ text: says, fact_ids: [fact_id], source_ids: [] }));
  if ('findings' in said) return { ...said, findings: some(FINDINGS) };
  if ('statements' in said)
    return {
      ...said,
      statements: [...some(STATEMENTS - 1), { text: SENTENCE, fact_ids: [], source_ids: [] }],
    };
  if (!('sections' in said)) return said;
  const claims = rowsIn<{ claim_id: string; text: string }>(request, 'claims');
  const each = Math.ceil(WORDS / (SECTION_IDS.length * PARAGRAPHS));
  const sections = SECTION_IDS.map((id, nr) => ({
    id,
    paragraphs: Array.from({ length: PARAGRAPHS }, (_, at) => {
      const own = claims
        .filter((_one, place) => place % (SECTION_IDS.length * PARAGRAPHS) === nr * PARAGRAPHS + at)
        .slice(0, 4);
      const words = own
        .map(({ text }) => text)
        .join(' ')
        .split(/\s+/).length;
      const filled = Math.max(0, Math.ceil((each - words) / SENTENCE.split(' ').length));
      return {
        text: [...own.map(({ text }) => text), ...Array.from({ length: filled }, () => SENTENCE)]
          .join(' ')
          .slice(0, 2000),
        claim_ids: own.map(({ claim_id }) => claim_id),
      };
    }),
  }));
  return { ...said, sections };
}

/** Runs of 19 stages over many facts and packets, whose models answer at once. */
export async function withArguedRuns<T>(
  size: { facts: number; packets: number },
  measured: (given: { world: TestCore; run: (times: number) => Promise<void> }) => Promise<T>,
): Promise<T> {
  await openTestRun();
  const packets = manyPackets(size);
  const { peersOf, print } = scriptedResearch(script());
  const research: Partial<ResearchParts> = {
    providers: [
      { name: 'nse_filings', covers: () => true, acquire: () => Promise.resolve(acquired(...packets)) },
    ],
    ...(peersOf === undefined ? {} : { peersOf }),
    ...(print === undefined ? {} : { print }),
    chainFor: stageChain(stageModels(everyStage(wordyModel))),
    timers: { now: () => performance.now(), sleep: () => new Promise(() => undefined) },
  };
  const world = await testCore({
    at: '2026-10-01T04:00:00.000Z',
    environment: {
      ...RESEARCH_ON,
      PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '1000',
      PORTFOLIO_AI_RESEARCH_MAX_COST_USD_PER_RUN: '100',
    },
    research,
  });
  await registerForResearch(world.core);
  try {
    return await measured({
      world,
      async run(times) {
        const { research: of, database } = world.core;
        await database.systemPool.query('delete from research.ai_research_stage_cache');
        const never = new AbortController().signal;
        for (let nr = 0; nr < times; nr += 1)
          await of.runs.create(world.owner, 'V2', { symbol: 'KAVERI', mode: 'CURRENT' }, { actor: 'bench' });
        await Promise.all(Array.from({ length: times }, async () => await of.worker.next(never)));
        const { rows } = await database.systemPool.query<{ stage: string; status: string }>(
          `select distinct stage, status from research.ai_research_stages where status not in ('COMPLETED')`,
        );
        if (rows.length > 0) throw new Error(`stages did not come to their end: ${JSON.stringify(rows)}`);
        world.clock.pass(1);
      },
    });
  } finally {
    await world.close();
    await closeTestRun();
  }
}
