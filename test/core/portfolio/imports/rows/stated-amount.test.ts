import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../../core/platform/index.ts';
import { differenceOf } from '../../../../../core/portfolio/imports/rows/stated-amount.ts';
import type { StatedAmount, TransactionRow } from '../../../../../core/portfolio/imports/rows/index.ts';

const DOT = { decimal_mark: '.' } as const;
const row = (values: Partial<TransactionRow>) =>
  ({ row: 1, type: 'BUY', quantity: '10', price: '100', fee_tax: '0', ...values }) as TransactionRow;
const compare = (values: Partial<TransactionRow>, stated: StatedAmount, price?: string) => {
  const found = differenceOf(row(values), stated, price ?? values.price, DOT);
  return found === null || found === 'none' ? found : found.read;
};

describe('portfolio/import the amount a file states', () => {
  for (const [what, values, stated, expected] of [
    ['a purchase', {}, { amount: '1000.00', charges: 'apart' }, 'none'],
    ['a purchase, written as money that left', {}, { amount: '-$1,000.00', charges: 'apart' }, 'none'],
    ['a purchase with its charges', { fee_tax: '5.5' }, { amount: '1005.50', charges: 'included' }, 'none'],
    [
      'a sale less its charges',
      { type: 'SELL', fee_tax: '5.5' },
      { amount: '994.50', charges: 'included' },
      'none',
    ],
    ['charges that were left out', { fee_tax: '5.5' }, { amount: '1000.00', charges: 'included' }, '1005.5'],
    [
      'a bond priced per hundred',
      { quantity: '10000', price: '98.2' },
      { amount: '9820', charges: 'apart' },
      '982000',
    ],
    [
      'a dividend given whole',
      { type: 'DIVIDEND', quantity: '0', price: '12.5' },
      { amount: '12.50', charges: 'apart' },
      'none',
    ],
    ['no amount', {}, { amount: '--', charges: 'apart' }, null],
    ['a split', { type: 'SPLIT' }, { amount: '0', charges: 'apart' }, null],
  ] as const) {
    it(`is compared: ${what}`, () => assert.equal(compare(values, stated), expected));
  }

  it('agrees with every quantity and price that were rounded to their last digit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 2, max: 4 }),
        (thousandths, millionths, decimals) => {
          const quantity = new Decimal(thousandths).div(1000);
          const exact = new Decimal(millionths).div(1_000_000);
          const price = exact.toDecimalPlaces(decimals).toFixed(decimals);
          const amount = quantity.times(exact).toFixed(2);
          assert.equal(
            compare({ quantity: quantity.toFixed(), price }, { amount, charges: 'apart' }, price),
            'none',
          );
        },
      ),
    );
  });

  it('differs from every amount that is off by more than a digit of the price on each unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 100, max: 1_000_000 }),
        (units, paise) => {
          const price = new Decimal(paise).div(100).toFixed(2);
          const off = new Decimal(units)
            .times(price)
            .plus(new Decimal(units).times('0.02'))
            .plus(1)
            .toFixed(2);
          assert.notEqual(
            compare({ quantity: String(units), price }, { amount: off, charges: 'apart' }, price),
            'none',
          );
        },
      ),
    );
  });
});
