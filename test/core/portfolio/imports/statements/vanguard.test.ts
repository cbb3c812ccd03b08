import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import { OLD_VANGUARD, VANGUARD, VANGUARD_SAMPLES } from '../samples/vanguard.ts';
import { reasonsOf, shortRows } from './short-rows.ts';

const HEADER =
  'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type,';
const file = (...rows: string[]) => [HEADER, ...rows].join('\n');

describe('portfolio/import Vanguard', () => {
  it('the second table is read, and comes to the units of the first; sweeps and the settlement fund are cash', async () => {
    const read = await collect(VANGUARD);
    assert.equal(read.detected_format, 'vanguard');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(shortRows(read), [
      '2024-02-02 BUY HEDG 25 100 0 USD',
      '2024-02-06 BUY MDWBX 10 10 0 USD',
      '2024-03-25 DIVIDEND HEDG 0 25.5 0 USD',
      '2024-03-25 BUY HEDG 0.25 102 0 USD',
      // 25.25 held and as many added
      '2024-06-10 SPLIT HEDG 2 0 0 USD',
      '2024-09-12 SELL HEDG 10 52 0.02 USD',
      '2024-12-20 DIVIDEND MDWBX 0 0.95 0 USD',
      '2024-12-20 DIVIDEND MDWBX 0 1.5 0 USD',
      '2024-12-20 BUY MDWBX 0.25 9.8 0 USD',
    ]);
    assert.deepEqual(
      read.totals.map(({ what, stated, read: own, agrees }) => [what, stated, own, agrees]),
      [
        // 25.25 × 2 − 10
        ['Units of HEDG at the end', '40.5', '40.5', true],
        ['Units of MDWBX at the end', '10.25', '10.25', true],
      ],
    );
    assert.deepEqual([read.compared, read.differing], [5, []]);
    assert.deepEqual(reasonsOf(read), [
      '9 "Contribution" is a cash movement. Only trades, dividends and splits are imported.',
      '10 Cash moved to or from the money market fund of the account, not a trade.',
      '12 Cash moved to or from the money market fund of the account, not a trade.',
      '16 "Dividend" is a cash movement. Only trades, dividends and splits are imported.',
      '17 Cash moved to or from the money market fund of the account, not a trade.',
    ]);
  });

  it('the first table alone, where holdings are asked for', async () => {
    const read = await collect(VANGUARD, { type: 'holdings' });
    assert.deepEqual(
      cellsOf(read.holdings, 'symbol', 'quantity', 'avg_buy_price', 'current_price', 'asset_class'),
      [
        ['HEDG', '40.5', null, '51', 'ETF'],
        ['MDWBX', '10.25', null, '9.8', 'ETF'],
      ],
    );
    assert.deepEqual(reasonsOf(read), [
      '4 "VANGUARD FEDERAL MONEY MARKET FUND" is cash. Only shares, funds and bonds are imported as holdings.',
    ]);
  });

  it('the type decides, whatever the sign; days month first; shares that came and left', async () => {
    const read = await collect(OLD_VANGUARD);
    assert.deepEqual(read.issues, []);
    assert.deepEqual(shortRows(read), [
      '2019-03-05 BUY HEDG 24 100 7 USD',
      // 4 × 110 − 7 = 433
      '2019-03-06 SELL HEDG 4 110 7 USD',
      '2019-03-20 DIVIDEND BIRCH 0 6 0.9 USD',
      '2019-03-21 TRANSFER_IN ELM 5 0 0 USD',
      '2019-03-26 SELL 90009ZZB2 1000 1 0 USD',
    ]);
    assert.deepEqual(reasonsOf(read), [
      '5 Tax withheld; it counts as the charge of its dividend.',
      '7 "Transfer (outgoing)" took 2 units out of the account. Enter it manually.',
      '8 Cash paid in place of a fraction of a share. Enter it as a sale of that fraction if it matters to you.',
    ]);
    // Tax without a sign is no refund either.
    const unsigned = await collect(OLD_VANGUARD.replaceAll('($0.90)', '$0.90'));
    assert.deepEqual(shortRows(unsigned), shortRows(read));
  });

  it('a reinvestment without its dividend says so', async () => {
    const read = await collect(
      file(
        '55500001,2015-03-25,2015-03-25,Reinvestment,Reinvestment,HEDGEROW ETF,HEDG,0.5,102.00,-51.00,0,-51.00,0,CASH,',
      ),
    );
    assert.deepEqual(cellsOf(read.transactions, 'type', 'quantity', 'note'), [
      ['BUY', '0.5', 'Bought with a dividend that this file does not list.'],
    ]);
  });

  it('units that the rows do not come to are shown', async () => {
    const read = await collect(VANGUARD.replace('HEDG,40.5,51', 'HEDG,45.5,51'));
    assert.deepEqual(read.totals[0], {
      what: 'Units of HEDG at the end',
      stated: '45.5',
      read: '40.5',
      agrees: false,
      reason: 'The download holds 18 months at most and may begin after the first purchase.',
    });
  });

  it('what contradicts itself, is unknown or cut waits', async () => {
    const row = (type: string, shares: string, net: string) =>
      `55500001,2024-02-02,2024-02-05,${type},x,HEDGEROW ETF,HEDG,${shares},100.0000,${net},0.00,${net},0.0,CASH,`;
    const read = await collect(
      file(
        row('Buy', '25', '-25.00'),
        row('Mystery', '25', '-2500.00'),
        row('Buy', '=1', '-2500'),
        '55500001,2024-02-02,,Buy',
      ),
    );
    assert.equal(read.transactions.length, 0);
    assert.deepEqual([...new Set(read.issues.map(({ row: number }) => number))], [2, 3, 4, 5]);
  });

  it('other line ends, marks and columns change nothing; a fund of a plan for education needs its symbol', async () => {
    for (const { name, content, type, format } of VANGUARD_SAMPLES) {
      const plain = await collect(content as string);
      const windows = await collect(`\uFEFF${(content as string).replaceAll('\n', '\r\n')}`);
      assert.deepEqual([plain.detected_format, plain.type], [format, type], name);
      assert.deepEqual([windows.transactions, windows.holdings], [plain.transactions, plain.holdings], name);
    }
    const moved = await collect(
      'Net Amount,New,Principal Amount,Share Price,Shares,Symbol,Transaction Type,Trade Date,Account Number\n' +
        '-2500,x,-2500,100,25,HEDG,Buy,2024-02-02,55500001\n',
    );
    assert.deepEqual(shortRows(moved), ['2024-02-02 BUY HEDG 25 100 0 USD']);
    const plan = await collect(VANGUARD_SAMPLES[2]?.content as string);
    assert.deepEqual(
      plan.issues.map(({ field, message }) => [field, message]),
      [['symbol', 'is missing. Enter the ticker or the ISIN.']],
    );
  });
});
