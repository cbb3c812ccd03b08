import assert from 'node:assert/strict';
import { FAULTS, type Turn } from '../../../support/model-server.ts';
import { isForward, judgingWorld, personaOf } from '../../../support/judging-world.ts';
import { opinion, scorecardOf } from '../../../support/evaluations.ts';

describe('decisions/Evaluation harness: answers of judges that do not count', () => {
  const { opened, evaluate, isInvalid } = judgingWorld();
  const right = (ordering: 'FORWARD' | 'REVERSE') => scorecardOf(opinion(), ordering);
  /** The answer of each of three judges in either order. */
  const BAD_ANSWERS = [
    [
      'words in Markdown',
      { kind: 'answer', text: '## Verdict\n\nReport **one** is better.' },
      /no JSON object/,
    ],
    [
      'another language',
      {
        kind: 'answer',
        text: JSON.stringify({
          ...right('FORWARD'),
          reason: 'पहली रिपोर्ट बेहतर है, उसके स्रोत स्पष्ट हैं और जोखिम भी।',
        }),
      },
      /not in English/,
    ],
    [
      'a reason in Markdown',
      { kind: 'answer', text: JSON.stringify({ ...right('FORWARD'), reason: '**First** is better.' }) },
      /Markdown/,
    ],
    [
      'a score of 11',
      {
        kind: 'answer',
        text: JSON.stringify({ ...right('FORWARD'), first: { ...right('FORWARD').first, clarity: 11 } }),
      },
      /at most 5/,
    ],
    [
      'half an answer',
      { kind: 'answer', text: JSON.stringify(right('FORWARD')).slice(0, 80), finish: 'length' },
      /cut off|ends in the middle/,
    ],
    ['a refusal', FAULTS.refusal, /declined/],
  ] as const;
  const JUDGES = ['auditor', 'investor', 'sceptic'] as const;

  it(`${BAD_ANSWERS.map(([what]) => what).join(', ')}: each is invalid with its reason`, async () => {
    const given = await opened(1, {}, (seen) => {
      const at = 2 * JUDGES.indexOf(personaOf(seen)) + (isForward(seen) ? 0 : 1);
      return BAD_ANSWERS[at]?.[1] as Turn;
    });
    const { outcome } = await evaluate(given);
    for (const [at, [what, , reason]] of BAD_ANSWERS.entries()) {
      const judge = JUDGES[Math.floor(at / 2)] ?? '';
      const ordering = at % 2 === 0 ? 'FORWARD' : 'REVERSE';
      const { invalid = [] } = outcome.judges.find(({ judge_id }) => judge_id.startsWith(judge)) ?? {};
      assert.match(invalid.find((one) => one.ordering === ordering)?.reason ?? '', reason, what);
    }
  });

  for (const [what, turn, reason] of [
    ['ten megabytes', { kind: 'raw', status: 200, body: `{"x":"${'y'.repeat(10 * 1024 * 1024)}"}` }, /./],
    ['HTML', { kind: 'raw', status: 200, type: 'text/html', body: '<html>Sign in</html>' }, /./],
    ['429', { ...FAULTS.rateLimited, headers: {} }, /Too many requests|takes no more questions/],
    ['a key that is refused', FAULTS.unauthorised, /refused the key/],
    ['a fault of the server', FAULTS.internal, /Something went wrong here/],
  ] as const)
    it(`${what}: the judge is invalid with a reason, and is asked twice at most`, async () => {
      await isInvalid(turn as Turn, reason);
    });
});
