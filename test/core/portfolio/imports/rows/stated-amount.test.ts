import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal } from '../../../../../core/platform/index.ts';
import { differenceOf } from '../../../../../core/portfolio/imports/rows/stated-amount.ts';
import { checkRow, OWN_NOTATION } from '../../../../../core/portfolio/imports/rows/check-row.ts';
import type {
  RawRow,
  StatedAmount,
  TransactionRow,
} from '../../../../../core/portfolio/imports/rows/index.ts';

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

describe('portfolio/Import and ledger rules: the amount wins within a percent', () => {
  const read = (fields: RawRow['fields'], stated: StatedAmount) => {
    const all = { symbol: 'A', date: '2024-01-05', type: 'BUY', quantity: '10', price: '100', ...fields };
    const outcome = checkRow('transactions', 1, { fields: all, stated }, OWN_NOTATION);
    if (outcome.state === 'valid') return outcome.value.price;
    return outcome.state === 'invalid'
      ? outcome.issues.map(({ message }) => message).join(' ')
      : outcome.reason;
  };

  for (const [what, fields, stated, expected] of [
    ['what fits stays as printed', {}, { amount: '1000', charges: 'apart' }, '100'],
    // 50 x 21.9456 - 7.95 = 1,089.33; 1,089.30 moved: (1,089.30 + 7.95) / 50 = 21.945.
    [
      'a sale whose hidden fee is three cents',
      { type: 'SELL', quantity: '50', price: '21.9456', fee_tax: '7.95' },
      { amount: '1089.30', charges: 'included' },
      '21.945',
    ],
    // 1,009.99 is 0.99 % more than 1,000.
    ['a percent less a cent', {}, { amount: '1009.99', charges: 'apart' }, '100.999'],
    [
      'more than a percent',
      {},
      { amount: '1011', charges: 'apart' },
      'does not fit: quantity × price comes to 1000, but the file states 1011. Enter the right values.',
    ],
    [
      'the same of a sale with its charges: 1,000 - 20 = 980',
      { type: 'SELL', fee_tax: '20' },
      { amount: '960', charges: 'included' },
      'does not fit: quantity × price comes to 980, but the file states 960. Enter the right values.',
    ],
    // Printed as 0.01, it may be 0.0149: 1,000 x 0.0149 = 14.90.
    [
      'a price of few digits',
      { quantity: '1000', price: '0.01' },
      { amount: '14.90', charges: 'apart' },
      '0.01',
    ],
    ['an amount with charges in it or not', { fee_tax: '20' }, { amount: '1020', charges: 'either' }, '100'],
    // 10 x 1,000 + 20 = 10,020; 3.50 of a tax without a column came on top: (10,023.50 - 20) / 10 = 1,000.35.
    [
      'charges that are in the amount are not counted twice',
      { price: '1000', fee_tax: '20' },
      { amount: '10023.50', charges: 'either' },
      '1000.35',
    ],
    // (9,976.50 + 20) / 10 = 999.65.
    [
      'nor those of a sale',
      { type: 'SELL', price: '1000', fee_tax: '20' },
      { amount: '9976.50', charges: 'either' },
      '999.65',
    ],
    // 10,000 x 98.2 / 100 = 9,820.
    [
      'a bond per 100 of face value',
      { quantity: '10000', price: '98.2', asset_class: 'Bond' },
      { amount: '9820', charges: 'apart' },
      '0.982',
    ],
    // 10 x 2 = 20, of which 3 were withheld: 17 arrived.
    [
      'a dividend stated after its tax',
      { type: 'DIVIDEND', price: '2', fee_tax: '3' },
      { amount: '17', charges: 'apart' },
      '2',
    ],
  ] as const) {
    it(what, () => assert.equal(read(fields, stated), expected));
  }

  it('a person who corrects one of the figures decides; who corrects another field does not', () => {
    const fields = { symbol: 'A', date: '2024-01-05', type: 'BUY', quantity: '10', price: '100' };
    const stated = { amount: '2000', charges: 'apart' } as const;
    const state = (overrides: Record<string, string>) =>
      checkRow('transactions', 1, { fields, stated }, OWN_NOTATION, overrides).state;
    assert.deepEqual([state({ price: '100' }), state({ symbol: 'B' })], ['valid', 'invalid']);
  });
});
