import assert from 'node:assert/strict';
import { Decimal } from '../../../../../core/platform/index.ts';
import {
  type Held,
  ratioOfAddedShares,
} from '../../../../../core/portfolio/imports/statements/added-shares.ts';

const entry = (date: string, units: string, isSplit = false): Held => ({
  symbol: 'ORCH',
  date,
  units: new Decimal(units),
  isSplit,
  raw: { fields: { type: isSplit ? 'SPLIT' : 'BUY', quantity: units } },
});
/** The ratio of a split that adds so many to so many; null where it is asked for. */
const ratio = (before: string, added: string): string | null => {
  const split = entry('2024-06-10', added, true);
  ratioOfAddedShares([split, entry('2024-03-01', before)]);
  return split.raw.undecided === undefined ? (split.raw.fields.quantity ?? null) : null;
};

describe('portfolio/import shares added by a split', () => {
  it('make the ratio of what was held before', () => {
    for (const [before, added, expected] of [
      ['2', '18', '10'],
      ['20', '40', '3'],
      ['10', '5', '1.5'],
      ['12', '3', '1.25'],
      ['12', '4', '1.3333333333'],
      ['40', '2', '1.05'],
      ['0.2', '4.8', '25'],
      ['50', '-45', '0.1'],
      // A fraction rounded to six decimals: 3 for 1.
      ['0.333333', '0.666667', '3.000003'],
      // 3 for 2 of 10.333 are 15.4995.
      ['10.333', '5.166', '1.4999516113'],
    ] as const)
      assert.equal(ratio(before, added), expected, `${before} and ${added}`);
  });

  it('are asked for where they make no ratio that companies choose, since more was held', () => {
    for (const [before, added] of [
      // 3 for 1 of 17, of which the file shows 10
      ['10', '34'],
      ['10.5', '34'],
      ['7', '20'],
      // A fraction was paid in cash.
      ['15', '7'],
      ['10', '-10'],
    ] as const)
      assert.equal(ratio(before, added), null, `${before} and ${added}`);
    assert.equal(ratio('10', '0'), null);
  });

  it('two splits follow each other, and what was worked out is told', () => {
    const splits = [entry('2024-06-10', '10', true), entry('2025-06-10', '60', true)];
    const told = ratioOfAddedShares([...splits, entry('2024-01-02', '10'), entry('2025-01-02', '10')]);
    assert.deepEqual(
      told.map(({ date, before, ratio: each }) => [date, before.toFixed(), each]),
      [
        ['2024-06-10', '10', '2'],
        // 10 × 2 + 10 = 30
        ['2025-06-10', '30', '3'],
      ],
    );
  });
});
