import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contributions, extremes, fxSplit } from '../../../../core/finance/attribution/index.ts';
import { near } from '../../../support/near.ts';

describe('what each holding contributed', () => {
  it('portfolio/Report rules 5: contributed = gain / total invested × 100, five at most on either side', () => {
    const gains = [30, -10, 5, 0, 1, 2, 3, 4, -1];
    const { items, total_invested, total_gain } = contributions(
      gains.map((gain) => ({ invested: 100, gain })),
    );
    assert.deepEqual([total_invested, total_gain], [900, 34]);
    near(items[0]?.contributed_pct, 30 / 9);
    const { top_contributors, top_detractors } = extremes(items, 5);
    assert.deepEqual(
      top_contributors.map(({ gain }) => gain),
      [30, 5, 4, 3, 2],
    );
    assert.deepEqual(
      top_detractors.map(({ gain }) => gain),
      [-10, -1],
    );
  });

  it('contributions add up to the gain of all that is invested, whatever the holdings', () => {
    const holding = fc.record({
      invested: fc.integer({ min: 1, max: 1e8 }),
      gain: fc.integer({ min: -1e8, max: 1e8 }),
    });
    fc.assert(
      fc.property(fc.array(holding, { minLength: 1, maxLength: 80 }), (holdings) => {
        const { items, total_gain, total_invested } = contributions(holdings);
        const sum = items.reduce((all, { contributed_pct }) => all + contributed_pct, 0);
        const whole = (total_gain / total_invested) * 100;
        near(
          sum,
          whole,
          1e-9 * Math.max(1, ...items.map((one) => Math.abs(one.contributed_pct))) * items.length,
        );
      }),
    );
  });

  it('amounts of several holdings have no dust', () => {
    const { total_invested, total_gain } = contributions(
      [0.1, 0.2].map((one) => ({ invested: one, gain: one })),
    );
    assert.deepEqual([total_invested, total_gain], [0.3, 0.3]);
  });
});

describe('the part that the dollar made', () => {
  const rupees = { currency: 'INR', symbol: 'TCS', invested: 50_000, market_value: 60_000 };
  /** 100 dollars of cost and 150 of value, at 90 rupees. */
  const dollars = { currency: 'USD', symbol: 'AAPL', invested: 9000, market_value: 13_500 };

  it('portfolio/Report rules 7: null without US dollars', () => {
    const split = fxSplit([rupees], 90, 82);
    assert.equal(split.fx_return.value, null);
    assert.equal(split.fx_estimated, false);
  });

  it('portfolio/Report rules 7: what the dollars held gained since the single reference rate, an estimate', () => {
    const split = fxSplit([rupees, dollars], 90, 82);
    // 150 × (90 - 82) = 1200, of 50,000 + 100 × 82 = 58,200.
    near(split.fx_return.value, (1200 / 58_200) * 100);
    assert.equal(split.fx_estimated, true);
  });

  it('prices and the rate together are all of the gain since the reference', () => {
    // Worth 73,500 at 90; paid 58,200 at 82: 15,300, of which 10,000 + (150 - 100) × 82 = 14,100 are prices.
    const split = fxSplit([rupees, dollars], 90, 82);
    near(((split.fx_return.value ?? 0) / 100) * 58_200 + 14_100, 15_300, 1e-6);
  });

  it('is 0 where the rate is the reference, and unknown without a rate, a price or a cost', () => {
    assert.equal(fxSplit([dollars], 82, 82).fx_return.value, 0);
    assert.match(fxSplit([dollars], null, 82).fx_return.reason ?? '', /No US dollar exchange rate/);
    assert.match(
      fxSplit([{ ...dollars, market_value: null }], 90, 82).fx_return.reason ?? '',
      /No price for AAPL/,
    );
    assert.match(fxSplit([dollars, { ...rupees, invested: null }], 90, 82).fx_return.reason ?? '', /TCS/);
  });
});
