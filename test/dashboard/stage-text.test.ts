import assert from 'node:assert/strict';
import { elapsedText, usd } from '../../api/dashboard/src/pages/ai-research/live/elapsed.ts';
import {
  MOST_CHARS,
  type StageText,
  withFrame,
} from '../../api/dashboard/src/pages/ai-research/live/stage-text.ts';

const RULE = 'research/Progress envelope';
const after = (...frames: Record<string, unknown>[]): StageText => frames.reduce(withFrame, {} as StageText);
const token = (stage: string, text: string) => ({ stage, event: 'token', text });

describe('what models say while a run goes on', () => {
  it(`${RULE}: tokens are appended stage by stage`, () => {
    const texts = after(
      token('BULL_CASE', 'Orders '),
      token('BEAR_CASE', 'Steel'),
      token('BULL_CASE', 'grow.'),
    );
    assert.deepEqual(texts, { BULL_CASE: 'Orders grow.', BEAR_CASE: 'Steel' });
  });

  for (const event of ['started', 'failed', 'done'])
    it(`${RULE}: a stage that has ${event} has no text, and the others keep theirs`, () => {
      const texts = after(token('A', 'x'), token('B', 'y'), { stage: 'A', event, text: 'Whatever.' });
      assert.deepEqual(texts, { B: 'y' });
    });

  it(`${RULE}: of a long text the end is kept, and of many stages a bounded number`, () => {
    const long = after(token('A', 'a'.repeat(MOST_CHARS)), token('A', 'end'));
    assert.equal(long['A']?.length, MOST_CHARS);
    assert.ok(long['A'].endsWith('aend'));
    const many = after(...Array.from({ length: 500 }, (_, nr) => token(`S${nr}`, 'x')));
    assert.ok(Object.keys(many).length < 100);
  });

  const odd: Record<string, unknown>[] = [
    {},
    { stage: 7, event: 'token', text: 'x' },
    { stage: '', event: 'token', text: 'x' },
    { stage: 'A', event: 'token' },
    { stage: 'A', event: 'token', text: { a: 1 } },
    { stage: 'A', event: 'started' },
    { stage: 'toString', event: 'failed' },
  ];
  for (const frame of odd)
    it(`${RULE}: a frame of ${JSON.stringify(frame)} changes nothing`, () => {
      const before: StageText = { B: 'y' };
      assert.equal(withFrame(before, frame), before);
    });

  it('a stage named as a part of every object is one like any other', () => {
    assert.equal(Object.getOwnPropertyDescriptor(after(token('__proto__', 'x')), '__proto__')?.value, 'x');
  });

  it('tells how long and how dear', () => {
    const times = [-5, 7_900, 750_000, 3_725_000].map(elapsedText);
    assert.deepEqual(times, ['0:00', '0:07', '12:30', '1:02:05']);
    assert.deepEqual([0, 0.0042, 0.123, 1].map(usd), ['$0.00', '$0.0042', '$0.12', '$1.00']);
  });
});
