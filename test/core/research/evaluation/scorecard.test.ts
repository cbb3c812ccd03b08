import assert from 'node:assert/strict';
import fc from 'fast-check';
import { structureOf } from '../../../../core/llm/index.ts';
import { readScorecard, SCORECARD_SCHEMA } from '../../../../core/research/evaluation/judges/index.ts';
import { DIMENSION_IDS } from '../../../../core/research/evaluation/verdict/index.ts';
import { opinion, scorecardOf, scores } from '../../../support/evaluations.ts';

const RIGHT = scorecardOf(opinion(), 'FORWARD');
const faultOf = (value: unknown): string => {
  const read = readScorecard(value);
  return 'fault' in read ? read.fault : assert.fail('it was taken');
};

describe('decisions/Evaluation harness: a valid scorecard', () => {
  it('is taken as it is', () => {
    assert.deepEqual(readScorecard(RIGHT), { scorecard: RIGHT });
  });

  it('its schema is one that models can be sent', () => {
    assert.doesNotThrow(() => structureOf(SCORECARD_SCHEMA));
  });

  for (const points of [1, 1.5, 4.75, 5])
    it(`${points} is within the scale`, () => {
      assert.ok('scorecard' in readScorecard({ ...RIGHT, first: scores(points) }));
    });

  for (const [what, value, fault] of [
    ['nothing', null, /must be object/],
    ['text', 'The first one is better.', /must be object/],
    ['a list', [RIGHT], /must be object/],
    [
      'a missing score',
      { ...RIGHT, first: { ...RIGHT.first, clarity: undefined } },
      /first\.clarity must be number/,
    ],
    ['a missing report', { ...RIGHT, second: undefined }, /second must be object/],
    [
      'a score below 1',
      { ...RIGHT, first: scores(4, { clarity: 0.5 }) },
      /first\.clarity must be at least 1/,
    ],
    ['a score above 5', { ...RIGHT, second: scores(5.01) }, /must be at most 5/],
    [
      'a score in words',
      { ...RIGHT, first: { ...RIGHT.first, reasoning: '4' } },
      /first\.reasoning must be number/,
    ],
    ['an infinite score', { ...RIGHT, first: scores(Infinity) }, /must be number/],
    ['no number', { ...RIGHT, first: scores(Number.NaN) }, /must be number/],
    ['an unknown key', { ...RIGHT, total: 4 }, /total is not a known property/],
    [
      'an unknown dimension',
      { ...RIGHT, first: { ...RIGHT.first, style: 5 } },
      /style is not a known property/,
    ],
    ['a preference by name', { ...RIGHT, preferred: 'LEFT' }, /preferred must be one of/],
    ['no reason', { ...RIGHT, reason: ' ' }, /reason is empty/],
    ['a reason without end', { ...RIGHT, reason: 'Better. '.repeat(10_000) }, /at most 1200 characters/],
    ['a reason in Markdown', { ...RIGHT, reason: '**Report 1** is better sourced.' }, /Markdown/],
    ['a list in Markdown', { ...RIGHT, reason: 'It is better:\n- it cites\n- it is short' }, /Markdown/],
    [
      'a reason in Hindi',
      { ...RIGHT, reason: 'पहली रिपोर्ट बेहतर है क्योंकि उसके स्रोत स्पष्ट हैं।' },
      /not in English/,
    ],
    [
      'a reason in German',
      {
        ...RIGHT,
        reason: 'Der erste Bericht belegt seine Zahlen sorgfältiger und nennt die Risiken deutlicher.',
      },
      /not in English/,
    ],
    ['a reason with a NUL', { ...RIGHT, reason: 'Better\u0000.' }, /cannot be stored/],
    ['half a character', { ...RIGHT, reason: 'Better \ud800.' }, /cannot be stored/],
  ] as const)
    it(`${what} is not valid`, () => {
      assert.match(faultOf(value), fault);
    });

  it('of anything, the answer is a scorecard with every score finite, or a short reason', () => {
    const points = fc.oneof(fc.double(), fc.constantFrom(1, 3, 5), fc.anything());
    const card = fc.record({
      reason: fc.oneof(fc.constant(RIGHT.reason), fc.string()),
      first: fc.record(Object.fromEntries(DIMENSION_IDS.map((id) => [id, points]))),
      second: fc.oneof(fc.constant(scores(3)), fc.anything()),
      preferred: fc.oneof(fc.constantFrom('FIRST', 'SECOND', 'NEITHER'), fc.string()),
    });
    fc.assert(
      fc.property(fc.oneof(card, fc.anything()), (value) => {
        const read = readScorecard(value);
        if ('fault' in read) return assert.ok(read.fault !== '' && read.fault.length <= 300);
        for (const one of [read.scorecard.first, read.scorecard.second])
          for (const id of DIMENSION_IDS) assert.ok(one[id] >= 1 && one[id] <= 5);
      }),
    );
  });
});
