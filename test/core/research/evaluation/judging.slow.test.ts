import { FAULTS, type Turn } from '../../../support/model-server.ts';
import { judgingWorld } from '../../../support/judging-world.ts';
import { opinion, scorecardOf } from '../../../support/evaluations.ts';

describe('decisions/Evaluation harness: answers of judges that do not count', () => {
  const { isInvalid } = judgingWorld();
  const right = (ordering: 'FORWARD' | 'REVERSE') => scorecardOf(opinion(), ordering);
  for (const [what, turn, reason] of [
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
    ['ten megabytes', { kind: 'raw', status: 200, body: `{"x":"${'y'.repeat(10 * 1024 * 1024)}"}` }, /./],
    ['HTML', { kind: 'raw', status: 200, type: 'text/html', body: '<html>Sign in</html>' }, /./],
    ['a refusal', FAULTS.refusal, /declined/],
    ['429', { ...FAULTS.rateLimited, headers: {} }, /Too many requests|takes no more questions/],
    ['a key that is refused', FAULTS.unauthorised, /refused the key/],
    ['a fault of the server', FAULTS.internal, /Something went wrong here/],
  ] as const)
    it(`${what}: the judge is invalid with a reason, and is asked twice at most`, async () => {
      await isInvalid(turn as Turn, reason);
    });
});
