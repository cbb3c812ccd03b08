import assert from 'node:assert/strict';
import fc from 'fast-check';
import { limitPrice, tickSize } from '../../../../core/brokers/orders/tick-size.ts';
import { Decimal, fixedText, parseFixed } from '../../../../core/platform/index.ts';
import { sampled } from '../../../support/soak.ts';

describe('Orders: tick sizes of the NSE', () => {
  it('are those of the band a price lies in, and the coarser one within a fifth below the next', () => {
    const CASES: [price: string, tick: string][] = [
      ['0.05', '0.01'],
      ['100', '0.01'],
      ['199.99', '0.01'],
      // A share at 200 may have closed the month at 250, where steps of 0.05 begin.
      ['200', '0.05'],
      ['250', '0.05'],
      ['799.95', '0.05'],
      ['800', '0.1'],
      ['1000', '0.1'],
      ['3999.9', '0.1'],
      ['4000', '0.5'],
      ['7999.5', '0.5'],
      ['8000', '1'],
      ['15999', '1'],
      ['16000', '5'],
      ['150000', '5'],
    ];
    for (const [price, tick] of CASES) assert.equal(fixedText(tickSize(parseFixed(price))), tick, price);
  });

  it('limit a purchase from above and a sale from below, never by more than was allowed', () => {
    const CASES: [side: 'BUY' | 'SELL', reference: string, band: string, limit: string][] = [
      // 3512.40 + 1 % = 3547.524, down to a multiple of 0.10.
      ['BUY', '3512.40', '1', '3547.5'],
      // 3512.40 - 1 % = 3477.276, up to a multiple of 0.10.
      ['SELL', '3512.40', '1', '3477.3'],
      // 99.99 + 0.5 % = 100.48995
      ['BUY', '99.99', '0.5', '100.48'],
      ['SELL', '99.99', '0.5', '99.5'],
      // 130,001 + 0.01 % = 130,014.0001: a tick of 5 fits in, below the reference's own next one.
      ['BUY', '130001', '0.01', '130010'],
      // The band is narrower than the tick: 130,000 and 130,005 are on the better side of the reference.
      ['BUY', '130001', '0.001', '130000'],
      ['SELL', '130001', '0.0001', '130005'],
      ['BUY', '2345.6', '0', '2345.6'],
      ['SELL', '0.01', '99', '0.01'],
    ];
    for (const [side, reference, band, limit] of CASES)
      assert.equal(limitPrice(side, reference, band), limit, `${side} ${reference} ${band}`);
  });

  it('refuse what is no price or no band', () => {
    for (const [reference, band] of [
      ['0', '1'],
      ['-5', '1'],
      ['0.005', '1'],
      ['100', '-1'],
      ['100', '100'],
      ['abc', '1'],
      ['100', 'Infinity'],
    ] as const)
      assert.throws(() => limitPrice('BUY', reference, band), Error, `${reference} ${band}`);
  });

  it('hold for any price and band: a multiple of every tick that may be in force, within the band', () => {
    const prices = fc.integer({ min: 1, max: 20_000_000 }).map((paise) => new Decimal(paise).div(100));
    const bands = fc.integer({ min: 0, max: 9999 }).map((hundredths) => new Decimal(hundredths).div(100));
    fc.assert(
      fc.property(fc.constantFrom('BUY' as const, 'SELL' as const), prices, bands, (side, price, band) => {
        const limit = new Decimal(limitPrice(side, price.toFixed(), band.toFixed()));
        const bound = price.times(new Decimal(100)[side === 'BUY' ? 'plus' : 'minus'](band)).div(100);
        assert.ok(limit.gt(0));
        assert.ok(
          side === 'BUY' ? limit.lte(bound) : limit.gte(bound),
          `${side} ${limit.toFixed()} against ${bound.toFixed()}`,
        );
        // Ticks in force: by the price now, and by what it was at the month's end, up to a quarter higher.
        for (const was of [price, price.times('1.25')]) assert.ok(limit.mod(slowTick(was)).isZero());
        // Another tick further would be beyond the band.
        const tick = new Decimal(fixedText(tickSize(parseFixed(price.toFixed()))));
        assert.ok(side === 'BUY' ? limit.plus(tick).gt(bound) : limit.minus(tick).lt(bound));
      }),
      { numRuns: sampled(300, 20_000) },
    );
  });
});

/** The NSE's table read line by line. */
function slowTick(price: Decimal): Decimal {
  if (price.lt(250)) return new Decimal('0.01');
  if (price.lte(1000)) return new Decimal('0.05');
  if (price.lte(5000)) return new Decimal('0.1');
  if (price.lte(10_000)) return new Decimal('0.5');
  return new Decimal(price.lte(20_000) ? '1' : '5');
}
