import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Decimal, guarded, unguarded } from '../../../../core/platform/index.ts';
import { csvHeader, csvLine } from '../../../../core/portfolio/imports/export.ts';
import type { HoldingRow, TransactionRow } from '../../../../core/portfolio/imports/rows/rows.ts';
import { collect } from './collect.ts';
import { sampled } from '../../../support/soak.ts';

const decimal = (least: bigint) =>
  fc
    .bigInt({ min: least, max: 10n ** 25n - 1n })
    .map((scaled) => new Decimal(scaled.toString()).div('1e10').toFixed());
const date = fc
  .date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const sign = fc.constantFrom(
  ...'ab=+-@\'",;|\t\r\n ₹é😀हि0<＝＋－＠⁼⩵\u200B\u3000\u0338'.split(''),
  '\r\n',
  '=1+1',
  "'=",
  '""',
  '|',
);
const text = (maxLength: number) =>
  fc
    .string({
      unit: fc.oneof(sign, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
      minLength: 1,
      maxLength,
    })
    .filter((value) => !value.includes('\0') && Buffer.from(value).toString() === value);
const words = fc
  .string({ unit: fc.constantFrom(...'AbZ&-=+@\'", 9₹'.split('')), minLength: 1, maxLength: 12 })
  .map((value) => `n${value}`.trim());
const ticker = fc.string({
  unit: fc.constantFrom(...'ABZ&-=+@\'",9'.split('')),
  minLength: 1,
  maxLength: 12,
});
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const isin = fc.constantFrom('INE009A01021', 'INF879O01027', 'US0378331005');
const currency = fc.constantFrom('INR', 'USD', 'EUR');

const transaction: fc.Arbitrary<Omit<TransactionRow, 'row'>> = fc
  .record({
    portfolio: maybe(words),
    symbol: ticker,
    date,
    type: fc.constantFrom('BUY' as const, 'SELL' as const),
    quantity: decimal(1n - 10n ** 25n).filter((value) => value !== '0'),
    price: decimal(0n),
    fee_tax: decimal(0n),
    currency,
    isin: maybe(isin),
    security_id: maybe(words),
    asset_class: fc.constantFrom('Indian Equity' as const, 'ETF' as const, 'Cash' as const),
    note: maybe(text(30)),
    execution_id: maybe(words),
    executed_at: maybe(fc.constantFrom('09:15:00', '15:29:59', '00:00:01')),
  })
  .filter(({ portfolio }) => portfolio?.toLowerCase() !== 'networth');

const holding: fc.Arbitrary<Omit<HoldingRow, 'row'>> = fc
  .record({
    price_date: maybe(date),
    portfolio: maybe(words),
    symbol: ticker,
    name: maybe(words),
    asset_class: fc.constant('Bond' as const),
    currency,
    isin: maybe(isin),
    quantity: decimal(1n),
    avg_buy_price: maybe(decimal(0n)),
    current_price: maybe(decimal(1n)),
    previous_close: maybe(decimal(1n)),
    sector: maybe(words),
    beta: maybe(fc.constantFrom('1.25', '-0.5', '0')),
    target_allocation_pct: maybe(fc.constantFrom('0', '12.5', '100')),
    maturity_date: maybe(date),
    face_value: maybe(decimal(1n)),
    coupon_rate: maybe(fc.constantFrom('0', '7.26')),
    coupon_frequency: maybe(fc.constantFrom(1, 2, 4, 12)),
    price_interval_days: maybe(fc.integer({ min: 1, max: 1096 })),
  })
  // The day of a price that is not there says nothing.
  .map((row) => (row.current_price === null ? { ...row, price_date: null } : row));

describe('portfolio/import export', () => {
  it('reads back every transaction it writes, to the letter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(transaction, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 99 }),
        async (rows, size) => {
          const file =
            csvHeader('transactions') +
            rows.map((row) => csvLine('transactions', { ...row, id: '7' })).join('');
          const read = await collect(file, {}, size);
          assert.equal(read.detected_format, 'munim');
          assert.deepEqual(read.issues, []);
          assert.deepEqual(
            read.transactions,
            rows.map((row, index) => ({ row: index + 2, ...row })),
          );
        },
      ),
      { numRuns: sampled(50, 5_000) },
    );
  });

  it('reads back every holding it writes, whatever is unknown of it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(holding, { minLength: 1, maxLength: 8 }), async (rows) => {
        const file =
          csvHeader('holdings') + rows.map((row) => csvLine('holdings', { ...row, source: 'CSV' })).join('');
        const read = await collect(`\ufeff${file}`, {}, 50);
        assert.equal(read.detected_format, 'munim');
        assert.deepEqual(read.issues, []);
        assert.deepEqual(
          read.holdings,
          rows.map((row, index) => ({ row: index + 2, ...row })),
        );
      }),
      { numRuns: sampled(50, 5_000) },
    );
  });

  it('portfolio/Resources: spells the headers as the spec does', () => {
    assert.equal(
      csvHeader('transactions'),
      'Portfolio,Symbol,Date,Type,Quantity,Price,Fee_Tax,Currency,ISIN,Security_ID,Asset_Class,Note,Execution_ID,Executed_At\r\n',
    );
    assert.match(
      csvHeader('holdings'),
      /^Portfolio,Symbol,Name,Asset_Class,Currency,ISIN,Quantity,Avg_Buy_Price,.*,Price_Date,Price_Interval_Days\r\n$/,
    );
  });

  it('disarms formulas, but not the minus of a number, and writes numbers without exponent', () => {
    const line = csvLine('transactions', {
      portfolio: '@sum',
      symbol: '-X',
      date: '2024-01-01',
      type: 'BUY',
      quantity: '-5',
      price: 1e-7,
      fee_tax: new Decimal('1e20'),
      currency: 'INR',
      note: '=HYPERLINK("x")',
      execution_id: "'tis",
    });
    assert.equal(
      line,
      `'@sum,'-X,2024-01-01,BUY,-5,0.0000001,100000000000000000000,INR,,,,"'=HYPERLINK(""x"")",'tis,\r\n`,
    );
  });

  it('disarms every form of the signs that begin a formula, and what stands unseen before them', () => {
    for (const sign of [
      '=',
      '+',
      '-',
      '@',
      '＝',
      '＋',
      '－',
      '＠',
      '﹦',
      '﹢',
      '﹣',
      '﹫',
      '⁼',
      '⁺',
      '⩵',
      '=\u0338',
    ])
      for (const before of ['', ' ', '\u3000', '\u200B', '\uFEFF', "'", "' ", '\u0001'])
        assert.deepEqual(
          [guarded(`${before}${sign}1`), unguarded(guarded(`${before}${sign}1`))],
          [`'${before}${sign}1`, `${before}${sign}1`],
        );
    for (const plain of ['a=b', ' x', "'x", '₹1', '−', 'é', '१+१', "o'-x"]) {
      assert.equal(guarded(plain), plain);
      assert.equal(unguarded(plain), plain);
    }
  });
});
