import assert from 'node:assert/strict';
import { ANALYSIS_STAGES, type ModelStage, OUTPUTS } from '../../core/research/analysis/index.ts';
import { OUTPUTS_SAID } from './composing.ts';
import { sharedCore, type TestCore } from './core.ts';
import { registerForResearch } from './research-world.ts';
import { reportWorld, type ReportWorld, researchOf } from './report-world.ts';
import { RESEARCH_ON } from './scripted-evidence.ts';

export const BY = { actor: 'test' };
export const NEVER = new AbortController().signal;
export const MODEL_STAGES = Object.keys(OUTPUTS) as ModelStage[];
const needs = (stage: string): readonly string[] =>
  ANALYSIS_STAGES.find((one) => one.stage === stage)?.needs ?? [];
/** Stages that cannot begin without one of these, directly or not: worked out by walking the table again and again. */
function dependants(...failed: readonly string[]): string[] {
  const gone = new Set(failed);
  for (let before = -1; before !== gone.size;) {
    before = gone.size;
    for (const { stage } of ANALYSIS_STAGES) if (needs(stage).some((one) => gone.has(one))) gone.add(stage);
  }
  return ANALYSIS_STAGES.map(({ stage }) => stage).filter(
    (stage) => gone.has(stage) && !failed.includes(stage),
  );
}

/** Answers of a model that are refused, each with its name. A stage asks twice, and so gives two of them. */
const BAD_ANSWERS: Partial<Record<ModelStage, readonly (readonly [string, string])[]>> = {
  EARNINGS_QUALITY: [
    ['nothing', ''],
    ['prose', 'The company is fine.'],
  ],
  BALANCE_SHEET: [
    ['a list', '[]'],
    ['null', 'null'],
  ],
  PEERS_SECTOR: [
    ['another form', JSON.stringify({ verdict: 'BUY' })],
    ['HTML', '<html><body>Too many requests</body></html>'],
  ],
  GUIDANCE_OUTLOOK: [
    ['cut off', JSON.stringify(OUTPUTS_SAID.GUIDANCE_OUTLOOK).slice(0, 30)],
    ['ten megabytes', JSON.stringify({ ...OUTPUTS_SAID.GUIDANCE_OUTLOOK, summary: 'x'.repeat(10_000_000) })],
  ],
  NEWS_SENTIMENT: [
    ['a key too many', JSON.stringify({ ...OUTPUTS_SAID.NEWS_SENTIMENT, price_target: 400 })],
    ['a wrong mood', JSON.stringify({ ...OUTPUTS_SAID.NEWS_SENTIMENT, mood: 'EUPHORIC' })],
  ],
  CATALYSTS_EVENTS: [['too deep', '['.repeat(100_000)]],
};

/** Runs whose models and evidence follow a script, for the cases of a `describe`. */
export function reportRuns() {
  const scripted: ReportWorld = reportWorld();
  const fresh = sharedCore({
    at: '2026-10-01T04:00:00.000Z',
    research: researchOf(scripted),
    environment: { ...RESEARCH_ON, PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '1000' },
  });
  let world: TestCore;
  const open = async (): Promise<void> => {
    Object.assign(scripted, reportWorld());
    world = await fresh();
    await registerForResearch(world.core);
  };
  const runs = () => world.core.research.runs;
  const next = async () => await world.core.research.worker.next(NEVER);
  const create = async (change: object = {}) =>
    (await runs().create(world.owner, 'V2', { symbol: 'KAVERI', mode: 'CURRENT', ...change }, BY)).run_id;
  const read = async (id: string) => await runs().dossier(world.owner, id);
  const rows = async <T extends object>(sql: string) =>
    (await world.core.database.systemPool.query<T>(sql)).rows;
  const forget = async () => void (await rows('delete from research.ai_research_stage_cache'));
  const done = async (change: object = {}) => {
    const id = await create(change);
    assert.equal(await next(), true);
    return await read(id);
  };
  const statusOf = (dossier: Awaited<ReturnType<typeof read>>) =>
    Object.fromEntries(dossier.stages.map(({ stage, status }) => [stage, status]));

  /** A failure in each of these stages blocks its dependants by name, and the report is whole. */
  async function failAt(stagesThatFail: readonly ModelStage[]): Promise<void> {
    for (const stage of stagesThatFail) {
      await forget();
      Object.assign(scripted, reportWorld());
      scripted.models.answers[stage] = { fails: 'AUTH' };
      world.clock.pass(1);
      const dossier = await done();
      const blocked = dependants(stage);
      const statuses = statusOf(dossier);
      assert.deepEqual(
        ANALYSIS_STAGES.map((one) => [one.stage, statuses[one.stage]]),
        ANALYSIS_STAGES.map((one) => [
          one.stage,
          one.stage === stage ? 'FAILED' : blocked.includes(one.stage) ? 'BLOCKED' : 'COMPLETED',
        ]),
        stage,
      );
      for (const one of dossier.stages.filter(({ status }) => status === 'BLOCKED')) {
        const missing = ANALYSIS_STAGES.filter(
          (row) => needs(one.stage).includes(row.stage) && statuses[row.stage] !== 'COMPLETED',
        );
        for (const { title } of missing) assert.ok(one.detail?.includes(`“${title}”`), one.detail ?? '');
      }
      const { run, report } = dossier;
      // Each required section has its evidence, so the run is complete although nobody vouches for its words.
      assert.deepEqual([run.status, report?.qa.status], ['COMPLETED', 'UNAVAILABLE'], stage);
      assert.ok(report?.qa.blocking_defects.some(({ path }) => path === `stages.${stage}`));
      assert.deepEqual(
        report?.sections.filter(({ required }) => required).map(({ paragraphs }) => paragraphs.length > 0),
        [true, true, true, true],
      );
      if (stage === 'COMMITTEE' || blocked.includes('COMMITTEE'))
        assert.deepEqual([report?.decision.rating, report?.decision.overridden], ['NOT_RATED', true]);
    }
  }

  /** Where the cap is reached at each of these stages, it and those after it are SKIPPED and nothing more is spent. */
  async function capAt(stages: readonly ModelStage[]): Promise<void> {
    for (const stage of stages) {
      const at = MODEL_STAGES.indexOf(stage);
      await forget();
      Object.assign(scripted, reportWorld());
      // Every call costs so much that exactly `at` of them fit into $1.
      scripted.models.costUsd = at === 0 ? 1.1 : Math.floor(1e6 / at) / 1e6;
      world.clock.pass(1);
      const dossier = await done();
      const statuses = statusOf(dossier);
      assert.deepEqual(
        MODEL_STAGES.map((one) => statuses[one]),
        MODEL_STAGES.map((_, place) => (place < at ? 'COMPLETED' : 'SKIPPED')),
        stage,
      );
      assert.equal(scripted.models.asked.length, at, stage);
      assert.ok((dossier.cost.spent_usd ?? 2) <= 1.000001, `${dossier.cost.spent_usd}`);
      const capped = dossier.report?.qa.blocking_defects.filter(({ code }) => code === 'COST_CAP_REACHED');
      assert.equal(capped?.length, MODEL_STAGES.length - at, stage);
      assert.match(capped?.[0]?.message ?? '', /at most \$1\.00.*PORTFOLIO_AI_RESEARCH_MAX_COST_USD_PER_RUN/);
      assert.deepEqual([dossier.run.status, dossier.report?.qa.status], ['COMPLETED', 'UNAVAILABLE']);
    }
  }

  /** A run that is cancelled during each of these stages asks nothing more and publishes nothing. */
  async function cancelAt(stages: readonly ModelStage[]): Promise<void> {
    for (const stage of stages) {
      const at = MODEL_STAGES.indexOf(stage);
      await forget();
      Object.assign(scripted, reportWorld());
      world.clock.pass(1);
      const id = await create();
      scripted.models.before = async (one) => {
        if (one === stage) await runs().cancel(world.owner, id, BY);
      };
      await next();
      const { run, report, stages: ended } = await read(id);
      assert.deepEqual([run.status, report], ['CANCELLED', null], stage);
      assert.equal(scripted.models.asked.length, at + 1);
      assert.equal(ended.at(-1)?.status, 'SKIPPED');
    }
  }

  /** A stage that is answered so fails, and the run is complete all the same. */
  async function refuse(): Promise<void> {
    const refused = Object.entries(BAD_ANSWERS);
    for (const [stage, answers] of refused)
      scripted.models.answers[stage as ModelStage] = answers.map(([, text]) => text);
    const dossier = await done();
    const statuses = statusOf(dossier);
    for (const [stage, answers] of refused) {
      const names = answers.map(([what]) => what).join(', ');
      assert.equal(statuses[stage], 'FAILED', names);
      assert.ok(scripted.models.asked.filter((one) => one === stage).length >= answers.length, names);
    }
    const { run, report } = dossier;
    assert.deepEqual([run.status, report?.qa.status], ['COMPLETED', 'UNAVAILABLE']);
    assert.ok(report?.sections.every(({ required, paragraphs }) => !required || paragraphs.length > 0));
  }

  return {
    /** Puts the world back to its beginning; a `before` or `beforeEach` of whoever reads it. */
    open,
    scripted,
    world: () => world,
    runs,
    next,
    create,
    read,
    rows,
    forget,
    done,
    statusOf,
    failAt,
    capAt,
    cancelAt,
    refuse,
  };
}
