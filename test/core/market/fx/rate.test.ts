import assert from 'node:assert/strict';
import fc from 'fast-check';
import { pairOf, yahooPair } from '../../../../core/market/fx/pair.ts';
import { rateFrom, referenceRate } from '../../../../core/market/fx/rate.ts';
import { decimal } from '../../../../core/platform/index.ts';

const stored = (day: string, rate = 80) => ({ rate: decimal(rate), day, source: 'YAHOO' });

describe('rates between currencies', () => {
  for (const [from, to, symbol, isInverted] of [
    ['USD', 'INR', 'USDINR=X', false],
    ['INR', 'USD', 'USDINR=X', true],
    ['EUR', 'INR', 'EURINR=X', false],
    ['USD', 'EUR', 'EURUSD=X', true],
    ['GBP', 'EUR', 'GBPEUR=X', false],
    ['GBP', 'SGD', 'GBPSGD=X', false],
    ['SGD', 'GBP', 'GBPSGD=X', true],
  ] as const) {
    it(`${from} to ${to} is kept as ${symbol}${isInverted ? ', turned round' : ''}`, () => {
      const pair = pairOf(from, to);
      assert.deepEqual([yahooPair(pair), pair.isInverted], [symbol, isInverted]);
    });
  }

  it('both directions are one pair, and their rates multiply to one', () => {
    const code = fc.stringMatching(/^[A-Z]{3}$/);
    fc.assert(
      fc.property(code, code, fc.integer({ min: 1, max: 1e9 }), (one, other, units) => {
        fc.pre(one !== other);
        const [there, back] = [pairOf(one, other), pairOf(other, one)];
        assert.deepEqual([there.base, there.quote], [back.base, back.quote]);
        assert.notEqual(there.isInverted, back.isInverted);
        const rate = { ...stored('2026-01-05'), rate: decimal(units).div(1000) };
        const product = rateFrom(rate, '2026-01-05', there.isInverted).rate.times(
          rateFrom(rate, '2026-01-05', back.isInverted).rate,
        );
        assert.ok(product.minus(1).abs().lt('1e-30'));
      }),
    );
  });

  for (const [day, asked, isEstimated] of [
    ['2026-01-09', '2026-01-09', false],
    // Friday's rate is that of Saturday and Sunday.
    ['2026-01-09', '2026-01-10', false],
    ['2026-01-09', '2026-01-11', false],
    ['2026-01-09', '2026-01-12', true],
    ['2026-01-08', '2026-01-10', true],
    ['2026-01-07', '2026-01-08', true],
  ] as const) {
    it(`portfolio/Dashboard total states: the rate of ${day} is ${isEstimated ? 'an estimate' : 'the one'} for ${asked}`, () => {
      assert.equal(rateFrom(stored(day), asked, false).is_estimated, isEstimated);
    });
  }

  it('portfolio/Limits: PORTFOLIO_USD_TO_INR_REFERENCE_FX is an estimate of no day, for rupees and dollars alone', () => {
    const there = referenceRate('USD', 'INR', 82);
    assert.deepEqual(
      [there?.rate.toNumber(), there?.day, there?.is_estimated, there?.source],
      [82, null, true, 'REFERENCE'],
    );
    assert.equal(referenceRate('INR', 'USD', 80)?.rate.toNumber(), 0.0125);
    assert.equal(referenceRate('EUR', 'INR', 82), null);
  });
});
