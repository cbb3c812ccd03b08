import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '../../../../core/assembly/index.ts';
import {
  createEvaluation,
  type Evaluated,
  type EvaluationRequest,
} from '../../../../core/research/evaluation/index.ts';
import { outcomeText } from '../../../../core/research/evaluation/outcome.ts';
import { publication } from '../../../support/publication.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { LEGACY, PANELS, recorded, recordedJudges, requestFor } from '../../../support/evaluations.ts';

const CASES = 'research.ai_research_evaluation_cases';
const JUDGEMENTS = 'research.ai_research_evaluation_judgements';
const NEVER = new AbortController().signal;

describe('research/What the service does 6: evaluation is offline', () => {
  it('the command line alone reaches it: no run, route, chat or job does', async () => {
    const root = path.resolve(import.meta.dirname, '../../../..');
    const users: string[] = [];
    for (const folder of ['core', 'api', 'bot', 'jobs'])
      for (const file of await readdir(path.join(root, folder), { recursive: true })) {
        if (!/\.tsx?$/.test(file) || file.startsWith(path.join('research', 'evaluation'))) continue;
        const text = await readFile(path.join(root, folder, file), 'utf8');
        if (/createEvaluation|runEvaluation|evaluation\/index\.ts/.test(text))
          users.push(path.join(folder, file));
      }
    assert.deepEqual(users.toSorted(), ['core/command-line/research-commands.ts', 'core/research/index.ts']);
  });
});

describe('research/Evaluation records', () => {
  const core = sharedCore();
  let test: TestCore;
  beforeEach(async () => {
    test = await core();
  });

  const nobody = async () => await Promise.reject<never>(new Error('no model is asked'));
  const evaluate = async (request: EvaluationRequest, owner = test.owner): Promise<Evaluated> =>
    await createEvaluation(test.core, { chains: nobody }).evaluate(owner, request, NEVER);
  const rows = async <T>(table: string): Promise<T[]> =>
    await test.core.database.asSystem(
      'look at what an evaluation left',
      async (trx) => (await trx(table).orderBy('id')) as T[],
    );

  it('a case holds both reports as judges saw them, and a judgement for each judge and order', async () => {
    const { outcome } = await evaluate(requestFor(PANELS.PASS));
    assert.equal(outcome.verdict, 'PASS');
    const [one, ...more] = await rows<Record<string, unknown>>(CASES);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [one?.['owner_user_id'], one?.['tier'], one?.['seed'], one?.['verdict'], one?.['inputs_hash']],
      [test.owner, 'standard', '7', 'PASS', outcome.inputs_hash],
    );
    const inputs = JSON.stringify(one?.['inputs']);
    assert.ok(inputs.includes('Orders grow and debt is low.'));
    assert.doesNotMatch(inputs, /ai-7|a-model|provider_a|INDAS_1/);
    const judged = await rows<Record<string, unknown>>(JUDGEMENTS);
    assert.deepEqual(
      judged.map(({ judge, ordering }) => `${String(judge)} ${String(ordering)}`).toSorted(),
      PANELS.PASS.flatMap(({ judge }) => [`${judge} FORWARD`, `${judge} REVERSE`]),
    );
    for (const row of judged) {
      assert.match(String(row['prompt_hash']), /^sha256:[0-9a-f]{64}$/);
      // Nobody said what a recorded answer took.
      assert.deepEqual([row['input_tokens'], row['output_tokens'], row['cost_usd']], [null, null, null]);
    }
    // The two orders are two questions.
    assert.equal(new Set(judged.map((row) => row['prompt_hash'])).size, 2);
    assert.deepEqual(
      (judged[0]?.['scorecard'] as { preferred: string } | undefined)?.preferred,
      judged[0]?.['ordering'] === 'FORWARD' ? 'FIRST' : 'SECOND',
    );
  });

  it('why an answer is not valid is kept with it', async () => {
    const { outcome } = await evaluate(
      requestFor([...PANELS.REVIEW_REQUIRED, { judge: 'carla', forward: { error: 'It timed out.' } }]),
    );
    assert.deepEqual([outcome.verdict, outcome.exit_code], ['REVIEW_REQUIRED', 2]);
    assert.deepEqual(outcome.invalid_judge_ids, ['carla']);
    const reasons = (await rows<{ invalid_reason: string | null; scorecard: unknown }>(JUDGEMENTS))
      .filter(({ scorecard }) => scorecard === null)
      .map(({ invalid_reason }) => invalid_reason);
    assert.deepEqual(reasons.map(String).toSorted(), [
      'It timed out.',
      'There is no answer for this order of the reports.',
    ]);
  });

  it('research/States and transitions rules 8: a judge of the place is listed in excluded_judge_ids', async () => {
    const { outcome } = await evaluate(requestFor([...PANELS.PASS, recorded('dave', { prefers: 'FIRST' })]));
    assert.deepEqual(
      [outcome.verdict, outcome.excluded_judge_ids, outcome.valid_judge_ids],
      ['PASS', ['dave'], ['anna', 'ben', 'carla', 'dave']],
    );
    assert.deepEqual(outcome.majority.votes, { LEFT: 3, RIGHT: 0, NEITHER: 0 });
  });

  it('research/States and transitions rules 9: a closed gate is FAIL, and nobody is asked', async () => {
    const broken = { ...publication(), thesis: 'Changed afterwards.' };
    for (const side of ['left', 'right'] as const) {
      const { outcome, cost } = await evaluate(requestFor(PANELS.PASS, { [side]: broken }));
      assert.deepEqual(
        [outcome.verdict, outcome.exit_code, outcome.reasons.map(({ code }) => code)],
        ['FAIL', 1, ['GATE']],
      );
      assert.deepEqual(
        outcome.gate.defects.map(({ report, code }) => [report, code]),
        [[side, 'WRONG_PAYLOAD_HASH']],
      );
      assert.deepEqual([outcome.judges, cost.judgements], [[], 0]);
    }
    assert.deepEqual(await rows(JUDGEMENTS), []);
  });

  it('a report with a number that is not finite is not kept as if it had another', async () => {
    const { outcome } = await evaluate(requestFor(PANELS.PASS, {}, ['cost_usd_total']));
    assert.deepEqual([outcome.verdict, outcome.reasons[0]?.code], ['FAIL', 'GATE']);
    const [one] = await rows<{ inputs: { left: unknown; right: unknown } }>(CASES);
    assert.equal(one?.inputs.left, null);
    assert.notEqual(one?.inputs.right, null);
  });

  it('reports of both versions compare', async () => {
    const { outcome } = await evaluate(requestFor(PANELS.PASS, { right: LEGACY }));
    assert.equal(outcome.verdict, 'PASS');
  });

  it('reports about different companies compare, with a note', async () => {
    const other = publication({ identity: { ...publication().identity, symbol: 'DEEP' } });
    const { outcome } = await evaluate(requestFor(PANELS.PASS, { right: other }));
    assert.deepEqual(outcome.notes, ['The reports are about different companies: KAVERI and DEEP.']);
  });

  describe('the same again', () => {
    it('is told as it was decided, in the same bytes, and adds no row', async () => {
      const first = await evaluate(requestFor(PANELS.PASS));
      test.clock.pass(60);
      const second = await evaluate(requestFor(PANELS.PASS));
      assert.deepEqual([first.isKnown, second.isKnown], [false, true]);
      assert.equal(outcomeText(second.outcome), outcomeText(first.outcome));
      assert.deepEqual([(await rows(CASES)).length, (await rows(JUDGEMENTS)).length], [1, 6]);
    });

    it('in another installation it comes to the same bytes', async () => {
      const first = await evaluate(requestFor(PANELS.PASS));
      test = await core();
      test.clock.pass(1_000);
      const second = await evaluate(requestFor(PANELS.PASS));
      assert.equal(second.isKnown, false);
      assert.equal(outcomeText(second.outcome), outcomeText(first.outcome));
    });

    it('with the judges in another order, too', async () => {
      const first = await evaluate(requestFor(PANELS.PASS));
      const second = await evaluate(requestFor(PANELS.PASS.toReversed()));
      assert.equal(second.isKnown, true);
      assert.equal(outcomeText(second.outcome), outcomeText(first.outcome));
    });

    for (const [what, given] of [
      ['another seed', { seed: 8 }],
      ['another tier', { tier: 'screening' as const }],
      [
        'another answer',
        { recorded: recordedJudges([...PANELS.PASS.slice(1), recorded('anna', { prefers: 'right' })]) },
      ],
    ] as const)
      it(`${what} is another case`, async () => {
        await evaluate(requestFor(PANELS.PASS));
        const { isKnown } = await evaluate({ ...requestFor(PANELS.PASS), ...given });
        assert.equal(isKnown, false);
        assert.equal((await rows(CASES)).length, 2);
      });

    it('another seed may ask in another order, and its file says so', async () => {
      const of = async (seed: number) => {
        const { outcome } = await evaluate({ ...requestFor(PANELS.PASS), seed });
        return outcome.judges.map(({ order }) => order[0]).join();
      };
      const orders = new Set<string>();
      for (const seed of [1, 2, 3, 4, 5, 6]) orders.add(await of(seed));
      assert.ok(orders.size > 1);
    });

    it('at once by two, one judges and the other says so or finds the verdict', async () => {
      const both = await Promise.allSettled([
        evaluate(requestFor(PANELS.PASS)),
        evaluate(requestFor(PANELS.PASS)),
      ]);
      assert.ok(both.some(({ status }) => status === 'fulfilled'));
      for (const one of both)
        if (one.status === 'rejected') assert.match(String(one.reason), /judged by another process/);
      assert.deepEqual([(await rows(CASES)).length, (await rows(JUDGEMENTS)).length], [1, 6]);
    });
  });

  describe('rows are only added', () => {
    const attempt = async (database: Core['database'], sql: string): Promise<string> =>
      await database
        .asSystem('try to change what stands', async (trx) => await trx.raw(sql))
        .then(
          () => 'it was changed',
          (error: Error) => error.message,
        );

    it('a judgement is neither changed nor deleted, not even by the owner of the tables', async () => {
      await evaluate(requestFor(PANELS.PASS));
      for (const sql of [
        `update ${JUDGEMENTS} set cost_usd = 0`,
        `update ${JUDGEMENTS} set scorecard = scorecard`,
        `delete from ${JUDGEMENTS}`,
      ])
        assert.match(
          await attempt(test.core.database, sql),
          /rows of ai_research_evaluation_judgements are only added/,
          sql,
        );
    });

    it('a verdict stands once it is given, and can be given once to a case without one', async () => {
      await evaluate(requestFor(PANELS.PASS));
      for (const sql of [
        `update ${CASES} set verdict = 'FAIL'`,
        `update ${CASES} set verdict = null, decided_at = null`,
        `update ${CASES} set outcome = '{}'`,
        `delete from ${CASES}`,
      ])
        assert.match(
          await attempt(test.core.database, sql),
          /rows of ai_research_evaluation_cases are only added/,
          sql,
        );
    });

    it('they go with their person all the same', async () => {
      await evaluate(requestFor(PANELS.PASS), test.stranger);
      await test.core.database.asSystem('a person leaves', async (trx) => {
        await trx('identity.users').where({ id: test.stranger }).delete();
      });
      assert.deepEqual([await rows(CASES), await rows(JUDGEMENTS)], [[], []]);
    });

    it('a second answer of a judge in one order is refused', async () => {
      await evaluate(requestFor(PANELS.PASS));
      assert.match(
        await attempt(
          test.core.database,
          `insert into ${JUDGEMENTS} (case_id, owner_user_id, judge, ordering, latency_ms, prompt_hash, invalid_reason, created_at)
           select case_id, owner_user_id, judge, ordering, 0, prompt_hash, 'again', created_at from ${JUDGEMENTS} limit 1`,
        ),
        /duplicate key/,
      );
    });
  });

  it('nobody else sees a case or its judgements, and the same evaluation of another is another case', async () => {
    await evaluate(requestFor(PANELS.PASS));
    const seenBy = async (userId: string) =>
      await test.core.database.asUser(userId, async (trx) => [
        (await trx(CASES)).length,
        (await trx(JUDGEMENTS)).length,
      ]);
    assert.deepEqual(await seenBy(test.owner), [1, 6]);
    assert.deepEqual(await seenBy(test.stranger), [0, 0]);
    const { isKnown } = await evaluate(requestFor(PANELS.PASS), test.stranger);
    assert.equal(isKnown, false);
    assert.deepEqual(await seenBy(test.stranger), [1, 6]);
  });
});
