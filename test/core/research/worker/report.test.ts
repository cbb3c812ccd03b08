import assert from 'node:assert/strict';
import { ANALYSIS_STAGES, LIFECYCLE } from '../../../../core/research/analysis/index.ts';
import { parsePublication, isSealed } from '../../../../core/research/publication/index.ts';
import { OUTPUTS_SAID } from '../../../support/composing.ts';
import { gate } from '../../../support/gate.ts';
import { MODEL_STAGES, reportRuns } from '../../../support/report-runs.ts';
import { sampled } from '../../../support/soak.ts';
import { HANGS } from '../../../support/stage-models.ts';

describe('the report of a run', function limited(this: Mocha.Suite) {
  this.timeout(600_000);
  const { open, scripted, world, next, create, read, rows, forget, done, ...cases } = reportRuns();
  const { failAt, capAt, cancelAt, refuse } = cases;

  describe('of a run of its own', () => {
    beforeEach(open);

    it('decisions/The nineteen stages: where a stage fails, its dependants are BLOCKED by name, and the report is whole', async () => {
      // One whose words most stages need, and the one that rates.
      await failAt(sampled(['FINANCIAL_PERFORMANCE', 'COMMITTEE'], MODEL_STAGES));
    });

    it('decisions/Provider chain, cost cap: where it is reached, stages after it are SKIPPED and nothing more is spent', async () => {
      await capAt(sampled(['BUSINESS_PROFILE', 'BULL_CASE'], MODEL_STAGES));
    });

    it('a run that is cancelled between two stages asks nothing more and publishes nothing', async () => {
      // After the last one only the report is left to be put together.
      await cancelAt(sampled(['BULL_CASE', 'EDITOR'], MODEL_STAGES));
    });

    it('Bad input: answers in HTML, with nothing, with ten megabytes or in another form are refused', async () => {
      await refuse();
    });

    it('research/States and transitions: sections on second-hand evidence alone end REVIEW_REQUIRED, whatever models and PDF do', async () => {
      scripted.told.verdict = 'REVIEW_REQUIRED';
      scripted.unprinted = 'a font is missing';
      const { run, report } = await done();
      assert.deepEqual(
        [run.status, run.verdict, report?.qa.status],
        ['REVIEW_REQUIRED', 'REVIEW_REQUIRED', 'FAIL'],
      );
      assert.ok(
        report?.qa.blocking_defects.some(({ code }) => code === 'INSUFFICIENT_AUTHORITY_FOR_COVERAGE'),
      );
      assert.match(run.error ?? '', /The PDF could not be made: a font is missing$/);
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
        report?.sections.some(({ paragraphs }) =>
          paragraphs.some(({ text }) => text.includes('₹1,120 crore')),
        ),
      );
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
      const working = world().core.research.worker.next(stopping.signal);
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

    it('research/Worker behaviour 3: text is told as it comes, readable, to its person alone; a batch tells one frame when it is done', async () => {
      if (!world().core.listener.connected) await world().core.listener.start();
      interface Frame {
        user_id: string;
        run_id: string;
        stage: string;
        event: string;
        text: string;
      }
      const frames: Frame[] = [];
      const off = world().core.listener.on('research_progress', (frame) => void frames.push(frame as never));
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
        assert.ok(streamed.every(({ user_id }) => user_id === world().owner));
        await forget();
        scripted.models.canStream = false;
        world().clock.pass(1);
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

  describe('of a run whose models all answer', () => {
    let whole: Awaited<ReturnType<typeof done>>;
    let said: { stage: string; prompt_version: string; prompt: object; output: object }[];
    let kinds: string[];
    let asked: readonly string[];
    let printed: number;
    before(async () => {
      await open();
      whole = await done();
      said = await rows(
        'select stage, prompt_version, prompt, output from research.ai_research_stage_outputs order by created_at, stage',
      );
      kinds = (await rows<{ kind: string }>('select kind from evidence.events order by id')).map(
        ({ kind }) => kind,
      );
      asked = scripted.models.asked;
      ({ printed } = scripted);
    });

    it('research/States and transitions: QA explicitly passes, so the run is COMPLETED with a sealed report', () => {
      const { run, report, claims, cost } = whole;
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
      assert.equal(printed, 1);
      assert.deepEqual(kinds, [
        'AI_RESEARCH_REQUESTED',
        'AI_RESEARCH_DRIFT_DETECTED',
        'AI_RESEARCH_COMPLETED',
      ]);
    });

    it('decisions/The nineteen stages: they come in their order, each under its name of the thirteen', () => {
      const { stages, report } = whole;
      const own = stages.filter(({ stage }) => ANALYSIS_STAGES.some((one) => one.stage === stage));
      assert.deepEqual(
        own.map(({ stage, lifecycle, status }) => [stage, lifecycle, status]),
        ANALYSIS_STAGES.map(({ stage, lifecycle }) => [stage, lifecycle, 'COMPLETED']),
      );
      assert.equal(own.length, 19);
      assert.deepEqual(asked, MODEL_STAGES);
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

    it('decisions/Safety of models: the question and the answer of each stage are stored, and no key is', () => {
      assert.deepEqual(said.map(({ stage }) => stage).toSorted(), MODEL_STAGES.toSorted());
      assert.ok(said.every(({ prompt_version }) => prompt_version !== ''));
      assert.deepEqual(said.find(({ stage }) => stage === 'COMMITTEE')?.output, OUTPUTS_SAID.COMMITTEE);
      assert.doesNotMatch(JSON.stringify(said), /api[_-]?key|authorization|bearer/i);
    });
  });
});
