import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  Decimal,
  amountToDecimal,
  amountToNumber,
  convert,
  divideRounded,
  FIXED_ONE,
  FixedPointError,
  fixedToDecimal,
  fixedToNumber,
  parseFixed,
  nearestFixed,
  parseRate,
  percentOf,
  share,
} from '../../../core/platform/index.ts';

describe('exact fixed-point numbers', () => {
  const read: [text: string, scaled: bigint][] = [
    ['275.0000000000', 2_750_000_000_000n],
    ['275', 2_750_000_000_000n],
    ['275.', 2_750_000_000_000n],
    ['.5', 5_000_000_000n],
    ['+1', 10_000_000_000n],
    ['-0.0000000001', -1n],
    ['-0.0000000000', 0n],
    ['0.1', 1_000_000_000n],
    ['2.0E-4', 2_000_000n],
    ['1e3', 10_000_000_000_000n],
    ['1.10000000000000', 11_000_000_000n],
    // Past 2^53 as a scaled number: 900,720 units is where one conversion stops being safe.
    ['900720.0000000001', 9_007_200_000_000_001n],
    ['999999999999999.9999999999', 9_999_999_999_999_999_999_999_999n],
    ['12345678901234567890.1234567891', 123_456_789_012_345_678_901_234_567_891n],
  ];
  for (const [text, scaled] of read) {
    it(`reads ${text}`, () => assert.equal(parseFixed(text), scaled));
  }

  for (const text of ['', '-', '.', 'abc', '1,000', ' 1', '1 ', '0x10', 'NaN', 'Infinity', '1.2.3', '--1']) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.throws(() => parseFixed(text), FixedPointError);
      assert.equal(nearestFixed(text), null);
    });
  }

  it('refuses what it would have to round', () => {
    assert.throws(() => parseFixed('0.00000000001'), /more than 10 decimals/);
    assert.throws(() => parseFixed(new Decimal(1).div(3)), /more than 10 decimals/);
    assert.throws(() => parseFixed(new Decimal(NaN)), /not a number/);
  });

  it('rounds half to even where the nearest will do, and keeps unknown as null', () => {
    assert.equal(nearestFixed('0.00000000005'), 0n);
    assert.equal(nearestFixed(new Decimal('0.00000000015')), 2n);
    assert.equal(nearestFixed(new Decimal(Infinity)), null);
    assert.equal(nearestFixed(null), null);
    assert.equal(nearestFixed(undefined), null);
  });

  it('converts money at a rate of twenty decimals', () => {
    const rate = parseRate(new Decimal(1).div(82));
    assert.ok(rate !== null);
    // 8,200 rupees at 1/82 are 100 dollars; the rate's last digit is worth far less than what is stored.
    assert.equal(amountToNumber(convert(parseFixed('8200') * FIXED_ONE, rate)), 100);
    for (const none of [0, -1, NaN, Infinity]) assert.equal(parseRate(new Decimal(none)), null);
  });

  it('gives percentage points to ten decimals, and none of nothing', () => {
    assert.equal(percentOf(7n, 100n), 7);
    assert.equal(percentOf(-1n, 3n), -33.3333333333);
    assert.equal(percentOf(5n, -10n), -50);
    assert.equal(percentOf(5n, 0n), null);
  });

  it('goes to a decimal and back without loss', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (value) => {
        assert.equal(parseFixed(fixedToDecimal(value)), value);
        assert.equal(parseFixed(fixedToDecimal(value).toFixed(10)), value);
        assert.equal(fixedToNumber(value), Number(fixedToDecimal(value).toFixed()));
      }),
    );
  });

  it('gives money as the number that its decimals spell', () => {
    // 1234.56 at 20 decimals; a plain division of the bigint would give 1234.5600000000002.
    assert.equal(amountToNumber(parseFixed('1234.56') * 10n ** 10n), 1234.56);
    assert.equal(amountToNumber(-parseFixed('0.1') * 10n ** 10n), -0.1);
    assert.equal(amountToDecimal(parseFixed('0.3') * parseFixed('0.7')).toFixed(), '0.21');
  });

  it('rounds half to even, on both sides of zero', () => {
    const halves: [bigint, bigint][] = [
      [5n, 2n], // 2.5
      [7n, 4n], // 3.5
      [-5n, -2n],
      [-7n, -4n],
      [1n, 0n],
      [-1n, 0n],
      [3n, 2n],
    ];
    for (const [dividend, expected] of halves) assert.equal(divideRounded(dividend, 2n), expected);
    assert.equal(divideRounded(-2n, 3n), -1n);
    assert.equal(divideRounded(-1n, 3n), 0n);
  });

  it('shares out an amount so that the last share takes the rest', () => {
    // 10 in three: 3, then half of the remaining 7 is 3, then all of 4.
    let left = 10n;
    const shares = [3n, 2n, 1n].map((units) => {
      const part = share(left, 1n, units);
      left -= part;
      return part;
    });
    assert.deepEqual(shares, [3n, 3n, 4n]);
    assert.equal(left, 0n);
  });
});
