import assert from 'node:assert/strict';
import {
  ANALYSIS_STAGES,
  LIFECYCLE,
  type ModelStage,
  OUTPUTS,
} from '../../../../core/research/analysis/index.ts';
import { parsePublication, isSealed } from '../../../../core/research/publication/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { OUTPUTS_SAID } from '../../../support/composing.ts';
import { gate } from '../../../support/gate.ts';
import { registerForResearch } from '../../../support/research-world.ts';
import { reportWorld, type ReportWorld, researchOf } from '../../../support/report-world.ts';
import { RESEARCH_ON } from '../../../support/scripted-evidence.ts';
import { HANGS } from '../../../support/stage-models.ts';

const BY = { actor: 'test' };
const NEVER = new AbortController().signal;
const MODEL_STAGES = Object.keys(OUTPUTS) as ModelStage[];
const needs = (stage: string): readonly string[] =>
  ANALYSIS_STAGES.find((one) => one.stage === stage)?.needs ?? [];
/** Stages that cannot begin without one of these, directly or not: worked out by walking the table again and again. */
function dependants(...failed: readonly string[]): string[] {
  const gone = new Set(failed);
  for (let before = -1; before !== gone.size; ) {
    before = gone.size;
    for (const { stage } of ANALYSIS_STAGES) if (needs(stage).some((one) => gone.has(one))) gone.add(stage);
  }
  return ANALYSIS_STAGES.map(({ stage }) => stage).filter(
    (stage) => gone.has(stage) && !failed.includes(stage),
  );
}

describe('the report of a run', function limited(this: Mocha.Suite) {
  this.timeout(240_000);
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
    await registerForResearch(world.core);
  });
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

  it('research/States and transitions: QA explicitly passes, so the run is COMPLETED with a sealed report', async () => {
    const dossier = await done();
    const { run, report, claims, cost } = dossier;
    assert.deepEqual([run.status, run.error, run.stages_done], ['COMPLETED', null, run.stages]);
    assert.deepEqual(report?.qa, { status: 'PASS', blocking_defects: [] });
    assert.ok(report !== null && isSealed(parsePublication(report)));
    assert.deepEqual(
      [report.decision.rating, report.decision.action, report.decision.overridden],
      ['OVERWEIGHT', 'ADD', false],
    );
    assert.equal(report.thesis, 'Orders grow and debt is low.');
    assert.ok(claims.length > 3);
    // Eighteen calls of $0.01 each.
    assert.equal(report.cost_usd_total?.toFixed(4), '0.1800');
    assert.equal(cost.spent_usd?.toFixed(4), '0.1800');
    assert.equal(scripted.printed, 1);
    const kinds = (await rows<{ kind: string }>('select kind from evidence.events order by id')).map(
      ({ kind }) => kind,
    );
    assert.deepEqual(kinds, ['AI_RESEARCH_REQUESTED', 'AI_RESEARCH_DRIFT_DETECTED', 'AI_RESEARCH_COMPLETED']);
  });

  it('decisions/The nineteen stages: they come in their order, each under its name of the thirteen', async () => {
    const { stages, report } = await done();
    const own = stages.filter(({ stage }) => ANALYSIS_STAGES.some((one) => one.stage === stage));
    assert.deepEqual(
      own.map(({ stage, lifecycle, status }) => [stage, lifecycle, status]),
      ANALYSIS_STAGES.map(({ stage, lifecycle }) => [stage, lifecycle, 'COMPLETED']),
    );
    assert.equal(own.length, 19);
    assert.deepEqual(scripted.models.asked, MODEL_STAGES);
    assert.deepEqual(new Set(stages.map(({ lifecycle }) => lifecycle)), new Set(LIFECYCLE));
    assert.deepEqual(
      report?.stages.map(({ stage, status, provider, input_tokens }) => [
        stage,
        status,
        provider,
        input_tokens,
      ]),
      ANALYSIS_STAGES.map(({ stage }) =>
        stage === 'PUBLICATION_QA'
          ? [stage, 'COMPLETED', null, null]
          : [stage, 'COMPLETED', 'provider_a', 1000],
      ),
    );
  });

  it('decisions/Safety of models: the question and the answer of each stage are stored, and no key is', async () => {
    await done();
    const said = await rows<{ stage: string; prompt_version: string; prompt: object; output: object }>(
      'select stage, prompt_version, prompt, output from research.ai_research_stage_outputs order by created_at, stage',
    );
    assert.deepEqual(said.map(({ stage }) => stage).toSorted(), MODEL_STAGES.toSorted());
    assert.ok(said.every(({ prompt_version }) => prompt_version !== ''));
    assert.deepEqual(said.find(({ stage }) => stage === 'COMMITTEE')?.output, OUTPUTS_SAID.COMMITTEE);
    assert.doesNotMatch(JSON.stringify(said), /api[_-]?key|authorization|bearer/i);
  });

  it('decisions/The nineteen stages: whichever stage fails, its dependants are BLOCKED by name, and the report is whole', async () => {
    for (const stage of MODEL_STAGES) {
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
  });

  it('decisions/Provider chain, cost cap: wherever it is reached, stages after it are SKIPPED and nothing more is spent', async () => {
    for (const [at, stage] of MODEL_STAGES.entries()) {
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
  });

  it('decisions/Provider chain, cost cap: models without a price count against a ceiling of tokens', async () => {
    scripted.models.costUsd = null;
    // 18 stages × (48,000 + 8,000): a call that took far more than it may leaves no room for the others.
    scripted.models.usage = { inputTokens: 600_000, outputTokens: 100, cachedTokens: null };
    const { report } = await done();
    assert.equal(scripted.models.asked.length, 2);
    assert.match(
      report?.qa.blocking_defects.find(({ code }) => code === 'COST_CAP_REACHED')?.message ?? '',
      /at most 10,08,000 tokens/,
    );
  });

  it('what models without a list price cost is unknown in the dossier, the report, its file and the next estimate, never 0', async () => {
    scripted.models.costUsd = null;
    const { cost, report, stages } = await done();
    // Eighteen calls of 1,000 tokens in and 100 out.
    assert.deepEqual(cost, {
      spent_usd: null,
      limit_usd: 1,
      unpriced: { tokens: 19_800, models: ['scripted-1'] },
      unknown_stages: 0,
      words: 'The cost is unknown. The model has no list price; 19,800 tokens were used.',
    });
    const asked = stages.filter(({ provider }) => provider !== null);
    assert.deepEqual([...new Set(asked.map(({ cost_usd }) => cost_usd))], [null]);
    assert.equal(report?.cost_usd_total, null);
    assert.ok(report?.stages.every(({ cost_usd }) => cost_usd === null));
    const { estimate } = await world.core.research.runs.state(world.owner);
    const reason = 'The models of the last runs have no list price.';
    assert.deepEqual([estimate.cost_usd, estimate.cost_reason], [null, reason]);
    assert.match(
      estimate.words,
      /The last run took \d+ min and 19,800 tokens\. The cost is unknown\. The models of the last runs have no list price\. A run costs at most/,
    );
    const next = await world.core.research.runs.create(
      world.owner,
      'V2',
      { symbol: 'KAVERI', mode: 'CURRENT' },
      { actor: 'test' },
    );
    assert.deepEqual([next.estimated_cost_usd, next.estimated_cost_reason], [null, reason]);
    const [stored] = await rows<{ cost: number }>(
      'select estimated_cost_usd::float8 as cost from research.ai_research_runs order by id desc limit 1',
    );
    assert.equal(stored?.cost, 1);
  });

  it('research/States and transitions rules 4: a stage is asked once more after passing trouble or a useless answer, and then given up', async () => {
    const { answers } = scripted.models;
    answers.NEWS_SENTIMENT = [
      { fails: 'TRANSIENT', after: '{"summary": "Half' },
      OUTPUTS_SAID.NEWS_SENTIMENT,
    ];
    answers.BALANCE_SHEET = [{ fails: 'CAPACITY' }, { fails: 'CAPACITY' }];
    answers.CATALYSTS_EVENTS = { fails: 'CONTENT_FILTER' };
    const { stages } = await done();
    const asked = (stage: string) => scripted.models.asked.filter((one) => one === stage).length;
    const of = (name: string) => stages.find(({ stage }) => stage === name);
    assert.deepEqual([of('NEWS_SENTIMENT')?.status, asked('NEWS_SENTIMENT')], ['COMPLETED', 2]);
    assert.deepEqual([of('BALANCE_SHEET')?.status, asked('BALANCE_SHEET')], ['FAILED', 2]);
    assert.match(of('BALANCE_SHEET')?.detail ?? '', /overloaded.*Try again later/);
    assert.deepEqual([of('CATALYSTS_EVENTS')?.status, asked('CATALYSTS_EVENTS')], ['FAILED', 1]);
  });

  it('Bad input: answers in Markdown, with HTML, with nothing, with ten megabytes or in another form are refused', async () => {
    const bad: readonly [string, string][] = [
      ['nothing', ''],
      ['prose', 'The company is fine.'],
      ['a list', '[]'],
      ['null', 'null'],
      ['another form', JSON.stringify({ verdict: 'BUY' })],
      ['a key too many', JSON.stringify({ ...OUTPUTS_SAID.NEWS_SENTIMENT, price_target: 400 })],
      ['a wrong mood', JSON.stringify({ ...OUTPUTS_SAID.NEWS_SENTIMENT, mood: 'EUPHORIC' })],
      ['HTML', '<html><body>Too many requests</body></html>'],
      ['cut off', JSON.stringify(OUTPUTS_SAID.NEWS_SENTIMENT).slice(0, 30)],
      ['ten megabytes', JSON.stringify({ ...OUTPUTS_SAID.NEWS_SENTIMENT, summary: 'x'.repeat(10_000_000) })],
      ['too deep', '['.repeat(100_000)],
    ];
    for (const [what, text] of bad) {
      await forget();
      Object.assign(scripted, reportWorld());
      scripted.models.answers.NEWS_SENTIMENT = text;
      world.clock.pass(1);
      const { run, stages, report } = await done();
      assert.equal(stages.find(({ stage }) => stage === 'NEWS_SENTIMENT')?.status, 'FAILED', what);
      assert.deepEqual([run.status, report?.qa.status], ['COMPLETED', 'UNAVAILABLE'], what);
    }
    // Markdown around the object is no fault of what it says.
    await forget();
    Object.assign(scripted, reportWorld());
    scripted.models.answers.NEWS_SENTIMENT = `\`\`\`json\n${JSON.stringify(OUTPUTS_SAID.NEWS_SENTIMENT)}\n\`\`\``;
    world.clock.pass(1);
    assert.equal((await done()).run.status, 'COMPLETED');
  });

  it('research/States and transitions: sections on second-hand evidence alone end REVIEW_REQUIRED, whatever models and PDF do', async () => {
    scripted.told.verdict = 'REVIEW_REQUIRED';
    const { run, report } = await done();
    assert.deepEqual(
      [run.status, run.verdict, report?.qa.status],
      ['REVIEW_REQUIRED', 'REVIEW_REQUIRED', 'FAIL'],
    );
    assert.ok(report?.qa.blocking_defects.some(({ code }) => code === 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE'));
    await forget();
    scripted.unprinted = 'a font is missing';
    world.clock.pass(1);
    assert.equal((await done()).run.status, 'REVIEW_REQUIRED');
  });

  it('research/States and transitions: a PDF that cannot be made ends the run PARTIAL, with the reason', async () => {
    scripted.unprinted = 'a font is missing at https://me:abc123@fonts.example';
    const { run, report } = await done();
    assert.deepEqual([run.status, report?.qa.status], ['PARTIAL', 'PASS']);
    assert.match(run.error ?? '', /^The PDF could not be made: a font is missing/);
    assert.doesNotMatch(run.error ?? '', /abc123/);
  });

  it('without a model the facts speak: nothing is asked, nothing is spent, and the rating is NOT_RATED', async () => {
    scripted.models.isSetUp = false;
    const { run, report, cost } = await done();
    assert.deepEqual([run.status, report?.qa.status, cost.spent_usd], ['COMPLETED', 'UNAVAILABLE', 0]);
    assert.deepEqual([report?.decision.rating, report?.cost_usd_total], ['NOT_RATED', 0]);
    assert.ok(
      report?.sections.some(({ paragraphs }) => paragraphs.some(({ text }) => text.includes('₹1,120 crore'))),
    );
  });

  it('a run that is cancelled between any two stages asks nothing more and publishes nothing', async () => {
    for (const [at, stage] of MODEL_STAGES.entries()) {
      await forget();
      Object.assign(scripted, reportWorld());
      world.clock.pass(1);
      const id = await create();
      scripted.models.before = async (one) => {
        if (one === stage) await runs().cancel(world.owner, id, BY);
      };
      await next();
      const { run, report, stages } = await read(id);
      assert.deepEqual([run.status, report], ['CANCELLED', null], stage);
      assert.equal(scripted.models.asked.length, at + 1);
      assert.equal(stages.at(-1)?.status, 'SKIPPED');
    }
  });

  it('a call that hangs ends with its run when that is cancelled, and with its process when that stops', async () => {
    scripted.models.answers.BULL_CASE = HANGS;
    const held = gate();
    scripted.models.before = async (stage) => {
      if (stage === 'BULL_CASE') {
        void held.pass();
        await Promise.resolve();
      }
    };
    const id = await create();
    const stopping = new AbortController();
    const working = world.core.research.worker.next(stopping.signal);
    await held.reached;
    stopping.abort(new Error('stopping'));
    await assert.rejects(working, /stopping/);
    assert.equal((await read(id)).run.status, 'queued');
    const asked = scripted.models.asked.length;
    scripted.models.before = () => Promise.resolve();
    scripted.models.answers.BULL_CASE = OUTPUTS_SAID.BULL_CASE;
    await next();
    // What was said before stands: the rest is asked, from the stage under way on.
    assert.deepEqual(
      scripted.models.asked.slice(asked),
      MODEL_STAGES.slice(MODEL_STAGES.indexOf('BULL_CASE')),
    );
    assert.equal((await read(id)).run.status, 'COMPLETED');
  });

  it('decisions/The nineteen stages: the same evidence at the same moment is not paid for twice', async () => {
    const cutoff = '2026-09-30T18:29:59Z';
    const first = await done({ mode: 'HISTORICAL', cutoff });
    const asked = scripted.models.asked.length;
    world.clock.pass(60);
    const second = await done({ mode: 'HISTORICAL', cutoff });
    assert.equal(scripted.models.asked.length, asked);
    assert.equal(second.report?.payload_hash, first.report?.payload_hash);
    assert.deepEqual([second.cost.spent_usd, second.report?.cost_usd_total], [0, 0]);
    assert.ok(second.stages.filter(({ stage }) => stage in OUTPUTS).every(({ is_cached }) => is_cached));
    // Nor is it given to anybody else.
    const { run_id } = await runs().create(
      world.stranger,
      'V2',
      { symbol: 'KAVERI', mode: 'HISTORICAL', cutoff },
      BY,
    );
    await next();
    assert.equal(scripted.models.asked.length, 2 * asked);
    await assert.rejects(async () => await read(run_id), { code: 'RUN_NOT_FOUND' });
  });

  it('a run that was asked for before an upgrade gets the stages of now, in their order', async () => {
    const id = await create();
    await rows(
      `delete from research.ai_research_stages where stage not in ('ACQUIRE_NSE_FILINGS', 'LEDGER', 'COVERAGE', 'FINISH')`,
    );
    await rows(`insert into research.ai_research_stages (run_id, owner_user_id, stage, nr, lifecycle)
      select run_id, owner_user_id, 'ACQUIRE_YAHOO', 900, 'MARKET' from research.ai_research_stages where stage = 'LEDGER'`);
    await next();
    const { run, stages } = await read(id);
    assert.equal(run.status, 'COMPLETED');
    assert.deepEqual(
      stages.map(({ stage }) => stage),
      [
        'ACQUIRE_YAHOO',
        'ACQUIRE_NSE_FILINGS',
        'LEDGER',
        'COVERAGE',
        ...ANALYSIS_STAGES.map(({ stage }) => stage),
        'FINISH',
      ],
    );
    assert.equal(stages[0]?.status, 'SKIPPED');
  });

  it('research/Worker behaviour 3: text is told as it comes, readable, to its person alone; a batch tells one frame when it is done', async () => {
    if (!world.core.listener.connected) await world.core.listener.start();
    interface Frame {
      user_id: string;
      run_id: string;
      stage: string;
      event: string;
      text: string;
    }
    const frames: Frame[] = [];
    const off = world.core.listener.on('research_progress', (frame) => void frames.push(frame as never));
    /** Frames of the committee of a run, once its end was told. */
    const committeeOf = async ({ run: { run_id } }: Awaited<ReturnType<typeof read>>) => {
      const own = () => frames.filter((one) => one.run_id === run_id);
      for (let left = 500; left > 0; left -= 1) {
        if (own().some(({ stage, event }) => stage === 'run' && event === 'done')) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return own().filter(({ stage }) => stage === 'COMMITTEE');
    };
    try {
      scripted.models.answers.COMMITTEE = {
        ...OUTPUTS_SAID.COMMITTEE,
        disagreement: `The bears doubt “margins” \u{1F600}${' again and again'.repeat(20)}.`,
      };
      const streamed = await committeeOf(await done());
      const events = streamed.map(({ event }) => event);
      assert.deepEqual([events[0], events.at(-1), events.includes('token')], ['started', 'done', true]);
      const text = streamed.flatMap((one) => (one.event === 'token' ? one.text : [])).join('');
      assert.match(text, /The bears doubt “margins” 😀 again/);
      assert.doesNotMatch(text, /[{}[\]]|thesis_requirements|"/);
      assert.ok(streamed.every(({ user_id }) => user_id === world.owner));
      await forget();
      scripted.models.canStream = false;
      world.clock.pass(1);
      const batch = await committeeOf(await done());
      assert.deepEqual(
        batch.map(({ event }) => event),
        ['started', 'done'],
      );
    } finally {
      off();
    }
  });
});
