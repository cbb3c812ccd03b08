import assert from 'node:assert/strict';
import { ANALYSIS_STAGES, OUTPUTS } from '../../../../core/research/analysis/index.ts';
import { OUTPUTS_SAID } from '../../../support/composing.ts';
import { BY, reportRuns } from '../../../support/report-runs.ts';

describe('the report of a run: what stages cost and how often they are asked', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const { open, scripted, world, runs, next, create, read, rows, done } = reportRuns();
  beforeEach(open);

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
    const { estimate } = await world().core.research.runs.state(world().owner);
    const reason = 'The models of the last runs have no list price.';
    assert.deepEqual([estimate.cost_usd, estimate.cost_reason], [null, reason]);
    assert.match(
      estimate.words,
      /The last run took \d+ min and 19,800 tokens\. The cost is unknown\. The models of the last runs have no list price\. A run costs at most/,
    );
    const again = await world().core.research.runs.create(
      world().owner,
      'V2',
      { symbol: 'KAVERI', mode: 'CURRENT' },
      { actor: 'test' },
    );
    assert.deepEqual([again.estimated_cost_usd, again.estimated_cost_reason], [null, reason]);
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
    // Markdown around an object is no fault of what it says.
    answers.VALUATION = `\`\`\`json\n${JSON.stringify(OUTPUTS_SAID.VALUATION)}\n\`\`\``;
    const { stages } = await done();
    const asked = (stage: string) => scripted.models.asked.filter((one) => one === stage).length;
    const of = (name: string) => stages.find(({ stage }) => stage === name);
    assert.deepEqual([of('NEWS_SENTIMENT')?.status, asked('NEWS_SENTIMENT')], ['COMPLETED', 2]);
    assert.deepEqual([of('BALANCE_SHEET')?.status, asked('BALANCE_SHEET')], ['FAILED', 2]);
    assert.match(of('BALANCE_SHEET')?.detail ?? '', /overloaded.*Try again later/);
    assert.deepEqual([of('CATALYSTS_EVENTS')?.status, asked('CATALYSTS_EVENTS')], ['FAILED', 1]);
    assert.deepEqual([of('VALUATION')?.status, asked('VALUATION')], ['COMPLETED', 1]);
  });

  it('decisions/The nineteen stages: the same evidence at the same moment is not paid for twice', async () => {
    const cutoff = '2026-09-30T18:29:59Z';
    const first = await done({ mode: 'HISTORICAL', cutoff });
    const asked = scripted.models.asked.length;
    world().clock.pass(60);
    const second = await done({ mode: 'HISTORICAL', cutoff });
    assert.equal(scripted.models.asked.length, asked);
    assert.equal(second.report?.payload_hash, first.report?.payload_hash);
    assert.deepEqual([second.cost.spent_usd, second.report?.cost_usd_total], [0, 0]);
    assert.ok(second.stages.filter(({ stage }) => stage in OUTPUTS).every(({ is_cached }) => is_cached));
    // Nor is it given to anybody else.
    const { run_id } = await runs().create(
      world().stranger,
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
});
