import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../core/platform/index.ts';
import {
  currencyOfSign,
  markProvedBy,
  parseNumber,
} from '../../../../core/platform/text-files/cell-numbers.ts';

describe('portfolio/import numbers', () => {
  const dotted: [string, string][] = [
    ['0', '0'],
    ['5.000000', '5'],
    ['108.099998', '108.099998'], // float noise of a broker's file is kept
    ['1,234.50', '1234.5'],
    ['12,34,567.89', '1234567.89'], // Indian groups
    ['1,23,456', '123456'],
    ['1,234,567', '1234567'], // western groups
    ['(1,234.50)', '-1234.5'],
    ['- 0.77', '-0.77'],
    ['-0.77', '-0.77'],
    ['0.77-', '-0.77'],
    ['\u2212 5', '-5'],
    ['+5', '5'],
    ['-0', '0'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['₹1,50,000.00', '150000'],
    ['Rs. 500/-', '500'],
    ['Rs 12.5', '12.5'],
    ['INR 12.5', '12.5'],
    ['$1,000', '1000'],
    ['-$5.25', '-5.25'],
    ['($5.25)', '-5.25'],
    ['12.50 USD', '12.5'],
    ['1\u00a0234.5', '1234.5'],
    ["1'234.5", '1234.5'],
    ['2.0E-4', '0.0002'],
    ['1.5e3', '1500'],
    ['0.1000000000000000055', '0.1'], // half even at the 10th decimal
    ['0.00000000005', '0'], // exactly half, to the even 0
    ['0.00000000015', '0.0000000002'],
    ['999999999999999', '999999999999999'],
    ['999,999,999,999,999.9999999999', '999999999999999.9999999999'],
  ];
  for (const [text, value] of dotted) {
    it(`reads ${JSON.stringify(text)} as ${value}`, () =>
      assert.deepEqual(parseNumber(text, '.'), { value }));
  }

  const comma: [string, string][] = [
    ['1.234,50', '1234.5'],
    ['1.234', '1234'],
    ['12,5', '12.5'],
    ['-0,77', '-0.77'],
    ['(1.234.567,8)', '-1234567.8'],
    ['€ 12,00', '12'],
  ];
  for (const [text, value] of comma) {
    it(`reads ${text} as ${value} where the decimal mark is a comma`, () =>
      assert.deepEqual(parseNumber(text, ','), { value }));
  }

  it('refuses what is no number, and what the other notation would mean', () => {
    for (const text of [
      '',
      'abc',
      '1.2.3',
      '12,5',
      '1,2345',
      '1.234,5',
      '--5',
      'NaN',
      'Infinity',
      '0x10',
      '5 5',
      '₹',
    ]) {
      assert.deepEqual(parseNumber(text, '.'), { problem: 'not a number' }, text);
    }
    for (const text of ['12.5', '1,234.5', '1,2,3']) {
      assert.deepEqual(parseNumber(text, ','), { problem: 'not a number' }, text);
    }
  });

  it('refuses numbers of 10^15 and more, which no product of two could be kept of, however they are written', () => {
    for (const text of ['1e999', '1e999999', '1000000000000000', '-1e15', '9'.repeat(60)]) {
      assert.deepEqual(parseNumber(text, '.'), { problem: 'too large' }, text);
    }
    assert.deepEqual(parseNumber('1e9999999', '.'), { problem: 'not a number' });
    assert.deepEqual(parseNumber('1e-999999', '.'), { value: '0' });
  });

  it('never guesses: text with two meanings is ambiguous until the file proves its mark', () => {
    assert.deepEqual(parseNumber('1.234', null), { problem: 'ambiguous' });
    assert.deepEqual(parseNumber('1,234', null), { problem: 'ambiguous' });
    assert.deepEqual(parseNumber('12,5', null), { value: '12.5' });
    assert.deepEqual(parseNumber('12.5', null), { value: '12.5' });
    assert.deepEqual(parseNumber('1.234,5', null), { value: '1234.5' });
    assert.deepEqual(parseNumber('1234', null), { value: '1234' });
    assert.equal(markProvedBy('1,234'), null);
    assert.equal(markProvedBy('12,5'), ',');
    assert.equal(markProvedBy('1,234.5'), '.');
    assert.equal(markProvedBy('abc'), null);
  });

  it('reads back every decimal of at most 10 places exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n - 10n ** 25n, max: 10n ** 25n - 1n }), (scaled) => {
        const exact = new Decimal(scaled.toString()).div('1e10').toFixed();
        assert.deepEqual(parseNumber(exact, '.'), { value: exact === '-0' ? '0' : exact });
      }),
    );
  });

  it('names the currency of a sign', () => {
    assert.equal(currencyOfSign('₹ 5'), 'INR');
    assert.equal(currencyOfSign('Rs. 5'), 'INR');
    assert.equal(currencyOfSign('$5'), 'USD');
    assert.equal(currencyOfSign('5 €'), 'EUR');
    assert.equal(currencyOfSign('£5'), 'GBP');
    assert.equal(currencyOfSign('5'), null);
  });
});
