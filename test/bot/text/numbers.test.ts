import assert from 'node:assert/strict';
import {
  change,
  count,
  money,
  percent,
  quantity,
  roundMoney,
  share,
  unknown,
} from '../../../bot/text/numbers.ts';

describe('contract/Chat: figures in text', () => {
  it('rupees are grouped in lakh and crore, other money in threes', () => {
    assert.equal(money(1234567.5), '₹12,34,567.50');
    assert.equal(money(123456789.126), '₹12,34,56,789.13');
    assert.equal(money(1234567.5, 'USD'), '$1,234,567.50');
    assert.equal(money(10, 'SGD'), '10.00 SGD');
    assert.equal(roundMoney(99999.5), '₹1,00,000');
  });

  it('what is not known is "unknown" with its reason, never nought', () => {
    for (const nothing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.equal(money(nothing, 'INR', 'no price'), 'unknown (no price)');
      assert.equal(percent(nothing), 'unknown');
      assert.equal(share(nothing), 'unknown');
      assert.equal(quantity(nothing), 'unknown');
    }
    assert.equal(unknown(''), 'unknown');
    assert.equal(unknown('It has no price.'), 'unknown (It has no price)');
  });

  it('losses carry a minus sign, gains a plus where direction matters, nought neither', () => {
    assert.equal(money(-12.3), '−₹12.30');
    assert.equal(money(-0.001), '₹0.00');
    assert.equal(change(500), '+₹500.00');
    assert.equal(change(-500), '−₹500.00');
    assert.equal(change(0), '₹0.00');
    assert.equal(percent(1.234), '+1.23%');
    assert.equal(percent(-0.004), '0.00%');
    assert.equal(share(33.333), '33.3%');
  });

  it('quantities keep the decimals they have', () => {
    assert.equal(quantity(10), '10');
    assert.equal(quantity(1500.1234567891), '1,500.1234567891');
    assert.equal(count(1, 'row'), '1 row');
    assert.equal(count(1409, 'row'), '1,409 rows');
  });
});
