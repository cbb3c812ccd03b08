import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LABELS } from '../../../../core/research/checks/numbers/labels.ts';

/** One or more of what each label is for, and pieces that stand around them. */
const PIECES = [
  '1st',
  '2,021st',
  'Q3',
  '3Q',
  '9M',
  '12M',
  '10-K',
  'Form 20-F/A',
  'EX-99.1',
  'ex 12',
  'Ind AS 115',
  'Sec. 80(c)',
  'Note(4)',
  'S&P 500',
  'S&P BSE 100',
  'Sensex 30',
  'Nifty Next 50',
  'COVID-19',
  'F-16',
  'v2',
  'V1.2.3',
  '24/7',
  'No. 5',
  'Nos.7',
  'Number 9',
  'revenue.consolidated.fy2026',
  '[c12]',
  '[1]',
  'A320neo',
  '3MINDIA',
  'NIFTY50',
  '2wheeler',
  '7eleven',
  ' ',
  '-',
  '.',
  ',',
  '(',
  ')',
  '₹',
  '%',
  'a',
  'Z',
  '4',
  '80',
  ' crore',
  'lakh',
  'k',
  'x',
  '\n',
];

describe('labels with digits', () => {
  it('decisions/Publication V2: no label is missed because its hint does not see it', () => {
    const seen = new Set<RegExp>();
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        for (const [hint, label] of LABELS) {
          if (![...text.matchAll(label)].some(([found]) => /\d/.test(found))) continue;
          seen.add(label);
          assert.ok(hint.test(text), `${String(hint)} does not see ${String(label)} in “${text}”`);
        }
      }),
      { numRuns: 3000 },
    );
    assert.equal(seen.size, LABELS.length, 'every label came up');
  });
});
