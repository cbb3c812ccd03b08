import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plausible } from '../../../../core/market/quotes/plausible.ts';

const days = (...closes: number[]) => closes.map((close, index) => ({ day: `2026-01-${10 + index}`, close }));
const refused = (closes: number[], known: number | null = null, factor = 3) =>
  plausible(days(...closes), known, factor).refused.map(({ close }) => close);

describe('closes that cannot be', () => {
  for (const [title, closes, expected] of [
    ['a slip of the decimal point', [88, 88.1, 8810, 88.2, 88.3], [8810]],
    ['an inverted pair', [88, 88.1, 0.0113, 88.2], [0.0113]],
    ['two slips', [88, 8800, 88.1, 0.88, 88.2, 88.3], [8800, 0.88]],
    ['a currency that is devalued by half and stays there', [10, 10, 10, 20, 20, 20], []],
    ['nothing', [], []],
    ['one alone', [88], []],
    ['a close of 0, alone', [0], [0]],
    ['closes of 0 beside one another', [0, 0, 88], [0, 0]],
    ['what is below 0, or no number', [88, -88, Number.NaN], [-88, Number.NaN]],
  ] as const) {
    it(title, () => assert.deepEqual(refused([...closes]), expected));
  }

  it('one alone is held against what is known from before', () => {
    assert.deepEqual(refused([0.0113], 88), [0.0113]);
    assert.deepEqual(refused([90], 88), []);
  });

  it('nothing is lost or made up, and a market that moves by less than the factor keeps every day', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.6, max: 1.6, noNaN: true }), { maxLength: 60 }), (steps) => {
        const closes = days(...steps);
        const { kept, refused: out } = plausible(closes, null, 3);
        assert.deepEqual([kept, out], [closes, []]);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1e-6, max: 1e6, noNaN: true })), (values) => {
        const closes = days(...values);
        const { kept, refused: out } = plausible(closes, null, 3);
        assert.equal(kept.length + out.length, closes.length);
      }),
    );
  });
});
