import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import { TRADING_212 } from '../samples/trading212.ts';

const [NOW, OLD] = TRADING_212.map(({ content }) => content as string) as [string, string];
const FACTS = ['row', 'symbol', 'date', 'type', 'quantity', 'price', 'fee_tax', 'currency'] as const;

describe('portfolio/import Trading 212', () => {
  it('reads prices in the currency of the share, charges turned into it, and a split from its two rows', async () => {
    const read = await collect(NOW);
    assert.equal(read.detected_format, 'trading-212');
    assert.deepEqual(cellsOf(read.transactions, ...FACTS), [
      // 0.40 EUR × 1.25
      [3, 'MSFT', '2023-02-02', 'BUY', '2.5', '100', '0.5', 'USD'],
      // 2,000 pence; 80 pence a euro are 0.80 pounds: 1.25 EUR are 1.00 GBP
      [4, 'DGE', '2023-02-03', 'BUY', '10', '20', '1', 'GBP'],
      // 2.5 became 7.5
      [6, 'MSFT', '2023-03-01', 'SPLIT', '3', '0', '0', 'USD'],
      // 7.5 × 0.34 = 2.55 arrived, 0.45 were withheld: 3.00 for 7.5
      [7, 'MSFT', '2023-04-03', 'DIVIDEND', '7.5', '0.4', '0.45', 'USD'],
      // 0.12 EUR × 1.20
      [8, 'MSFT', '2023-05-04', 'SELL', '1.5', '50', '0.144', 'USD'],
    ]);
    // Totals of the three trades: 200.40 × 1.25 = 250.50; 251.25 × 0.80 = 201.00; 62.38 × 1.20 = 74.86
    assert.deepEqual([read.compared, read.differing], [3, []]);
    assert.deepEqual(
      read.transactions.map(({ execution_id }) => execution_id),
      ['T212:EOF1', 'T212:EOF2', null, null, 'T212:EOF5'],
    );
    assert.deepEqual(
      read.excluded.map(({ row, reason }) => [row, reason.slice(0, 40)]),
      [
        [2, '"Deposit" is a cash movement. Only trade'],
        [5, 'The other half of the split in row 6.'],
        [10, '"Lending interest" is a cash movement. O'],
      ],
    );
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [[9, 'type']],
    );
  });

  it('reads a history of 2020, with the account’s currency in the heads', async () => {
    const read = await collect(OLD);
    assert.deepEqual(read.issues, []);
    assert.deepEqual(cellsOf(read.transactions, ...FACTS), [
      // 0.24 GBP × 1.25
      [2, 'MSFT', '2020-08-03', 'BUY', '1', '200', '0.3', 'USD'],
      [3, 'DGE', '2020-08-04', 'BUY', '2', '26', '0.26', 'GBP'],
      [4, 'DGE', '2020-09-10', 'DIVIDEND', '2', '0.275', '0', 'GBP'],
    ]);
    // A rate of two decimals proves no total.
    assert.deepEqual([read.compared, read.differing], [1, []]);
  });

  it('makes a trade wait whose total contradicts its price', async () => {
    const read = await collect(NOW.replace('200.40,EUR', '300.40,EUR'));
    assert.match(
      read.issues.find(({ row }) => row === 3)?.message ?? '',
      /comes to 250\.5, but the file states 375\.5\./,
    );
  });

  it('works charges out from the total where a row has no rate, and asks where nothing tells them', async () => {
    // 200.40 − 0.40 = 200 EUR for 250 USD
    const told = await collect(NOW.replace('1.25000000,,EUR,200.40', 'Not available,,EUR,200.40'));
    assert.deepEqual([told.transactions[0]?.fee_tax, told.compared], ['0.5', 2]);
    const untold = await collect(NOW.replace('1.25000000,,EUR,200.40,EUR', ',,EUR,,EUR'));
    assert.deepEqual(
      untold.issues.map(({ row, field }) => [row, field]),
      [
        [3, 'fee_tax'],
        [9, 'type'],
      ],
    );
  });

  it('asks for the ratio of half a split, and gives no id that repeats', async () => {
    const half = await collect(
      NOW.split('\n')
        .filter((line) => !line.startsWith('Stock split close'))
        .join('\n'),
    );
    assert.ok(half.issues.some(({ row, field }) => row === 5 && field === 'quantity'));
    const twice = await collect(NOW.replace('EOF2', 'EOF1'));
    assert.deepEqual(
      twice.transactions.slice(0, 2).map(({ execution_id }) => execution_id),
      [null, null],
    );
  });

  it('reads other orders of its columns, unknown columns, CRLF and a BOM alike', async () => {
    const mixed = NOW.trimEnd()
      .split('\n')
      .map((line, at) => {
        const [first, ...rest] = line.split(',');
        return [...rest, first, at === 0 ? 'Something new' : '=1+1'].join(',');
      })
      .join('\r\n');
    const [read, plain] = await Promise.all([collect(`\uFEFF${mixed}`), collect(NOW)]);
    assert.deepEqual(read.transactions, plain.transactions);
  });
});
