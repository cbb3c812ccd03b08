import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EvaluationRequest, runEvaluation } from '../../../../core/research/evaluation/index.ts';
import { sharedCore, type TestCore } from '../../../support/core.ts';
import { PANELS, recorded, requestFor, scores } from '../../../support/evaluations.ts';
import { publication } from '../../../support/publication.ts';

const NEVER = new AbortController().signal;

describe('research/Offline CLI: what an evaluation ends with', () => {
  const core = sharedCore();
  let test: TestCore;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'munim-evaluation-'));
  });
  beforeEach(async () => {
    test = await core();
  });
  after(() => rm(folder, { recursive: true }));

  const nobody = async () => await Promise.reject<never>(new Error('no model is asked'));
  /** @returns the exit code, the summary, and the file as it was written */
  const evaluate = async (request: EvaluationRequest, name = 'result.json') => {
    const said: string[] = [];
    const output = path.join(folder, name);
    const code = await runEvaluation(
      { ...test.core, chains: nobody },
      test.owner,
      { ...request, output },
      {
        say: (line) => void said.push(line),
        signal: NEVER,
      },
    );
    return { code, said: said.join('\n'), text: await readFile(output, 'utf8') };
  };

  const low = { left: scores(4, { risk_balance: 2 }) };
  for (const [code, verdict, what, answers, said] of [
    [
      0,
      'PASS',
      'three judges find it good',
      PANELS.PASS,
      /^PASS: the candidate meets every limit of the tier standard\.$/m,
    ],
    [
      1,
      'FAIL',
      'it is below the least total',
      PANELS.FAIL,
      /^FAIL: The candidate’s total is 3; at least 3\.5 is needed\.$/m,
    ],
    [
      1,
      'FAIL',
      'it is below a critical minimum',
      ['a', 'b', 'c'].map((judge) => recorded(judge, low)),
      /^FAIL: The candidate reaches 2 on balance of risks; at least 3 is needed\.$/m,
    ],
    [
      1,
      'FAIL',
      'it falls too far behind',
      ['a', 'b', 'c'].map((judge) => recorded(judge, { right: scores(5) })),
      /^FAIL: The candidate’s total is 1 below the reference’s; at most 0\.25 is allowed\.$/m,
    ],
    [
      2,
      'REVIEW_REQUIRED',
      'two judges are too few',
      PANELS.REVIEW_REQUIRED,
      /^REVIEW_REQUIRED: 2 judges gave a valid scorecard in both orders; at least 3 are needed\.$/m,
    ],
    [
      2,
      'REVIEW_REQUIRED',
      'judges lie too far apart',
      ['a', 'b', 'c'].map((judge, nr) =>
        recorded(judge, nr === 0 ? { left: scores(4, { source_integrity: 1 }) } : {}),
      ),
      /^REVIEW_REQUIRED: The judges are 3 points apart on source integrity of the candidate; at most 1\.5 are allowed\.$/m,
    ],
    [
      2,
      'REVIEW_REQUIRED',
      'there is no majority',
      ['a', 'b', 'c'].map((judge) => recorded(judge, { prefers: 'FIRST' })),
      /^REVIEW_REQUIRED: No majority: 0 prefer the candidate, 0 the reference, 0 neither\.$/m,
    ],
  ] as const)
    it(`${code}: ${what}`, async () => {
      const ended = await evaluate(requestFor(answers));
      assert.equal(ended.code, code);
      assert.match(ended.said, said);
      const written = JSON.parse(ended.text) as Record<string, unknown>;
      assert.deepEqual([written['verdict'], written['exit_code']], [verdict, code]);
    });

  it('1: the gate is closed, and nobody is asked', async () => {
    const left = publication({ qa: { status: 'FAIL', blocking_defects: [] } });
    const { code, said } = await evaluate(requestFor(PANELS.PASS, { left }));
    assert.equal(code, 1);
    assert.match(said, /Candidate: QA_FAILED at qa\.status: The report failed its quality check\./);
    assert.match(said, /No judge was asked, so the judging cost nothing\./);
  });

  it('the same seed gives the same bytes; the summary has the medians and the cost apart', async () => {
    const request = requestFor([...PANELS.PASS, recorded('dave', { prefers: 'SECOND' })]);
    const first = await evaluate(request, 'one.json');
    const second = await evaluate(request, 'two.json');
    assert.deepEqual([first.code, second.code], [0, 0]);
    assert.equal(second.text, first.text);
    const { reasons, excluded_judge_ids, totals } = JSON.parse(first.text) as Record<string, unknown>;
    assert.deepEqual([reasons, excluded_judge_ids, totals], [[], ['dave'], { left: 4, right: 4 }]);
    assert.doesNotMatch(first.text, /latency|created_at|cost|munim-evaluation/);
    assert.match(first.said, /^Factual accuracy +4 +4 +3 +0\.25$/m);
    assert.match(first.said, /^Judge dave has no vote/m);
    assert.match(first.said, /^The cost of the judging \(8 answers\) is unknown\.$/m);
    assert.match(second.said, /already judged with this tier and seed/);
  });
});
