import assert from 'node:assert/strict';
import fc from 'fast-check';
import { near } from '../../../support/near.ts';
import { concentration, grouped, herfindahl, type Part } from '../../../../core/finance/risk/index.ts';

const parts = (...values: number[]): Part[] => values.map((value, at) => ({ label: `S${at}`, value }));

describe('measures of spread', () => {
  it('portfolio/Reports "/diversification": Herfindahl from 0 to 1 is the sum of squared shares', () => {
    assert.equal(herfindahl(parts(7)), 1);
    near(herfindahl(parts(1, 1, 1, 1)), 0.25);
    // 0.5, 0.3 and 0.2: 0.25 + 0.09 + 0.04.
    near(herfindahl(parts(50, 30, 20)), 0.38);
    assert.equal(herfindahl([]), null);
    assert.equal(herfindahl(parts(0, 0)), null);
  });

  it('Herfindahl lies between one part in so many and 1, whatever the values, and does not mind their size', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 60 }), (values) => {
        const index = herfindahl(parts(...values));
        assert.ok(index !== null && index <= 1 + 1e-12 && index >= 1 / values.length - 1e-12);
        near(herfindahl(parts(...values.map((one) => one * 82))), index, 1e-12);
      }),
    );
  });

  it('concentration: the largest, the five and the ten largest, and how many of the same size that would be', () => {
    const of = concentration(parts(5, 40, 10, 10, 10, 10, 5, 5, 5));
    assert.equal(of.largest, 'S1');
    near(of.largest_pct, 40);
    near(of.top_5_pct, 80);
    near(of.top_10_pct, 100);
    // 0.16 + 4 × 0.01 + 4 × 0.0025 = 0.21.
    near(of.effective_count, 1 / 0.21);
    assert.equal(concentration([]).largest_pct, null);
  });

  it('amounts of several holdings have no dust: the same total was 0.30000000000000004 here and 0.3 in another report', () => {
    const cents = [0.1, 0.2].map((value) => ({ label: 'IT', value }));
    assert.equal(grouped(cents)[0]?.value, 0.3);
  });

  it('parts of one label are one part', () => {
    const of = grouped([
      { label: 'IT', value: 10 },
      { label: 'Banks', value: 15 },
      { label: 'IT', value: 20 },
    ]);
    assert.deepEqual(of, [
      { label: 'IT', value: 30, count: 2 },
      { label: 'Banks', value: 15, count: 1 },
    ]);
  });
});
