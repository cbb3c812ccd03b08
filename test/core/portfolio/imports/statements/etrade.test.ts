import assert from 'node:assert/strict';
import { collect } from '../collect.ts';
import { ETRADE, ETRADE_SAMPLES, OLD_ETRADE, TURNED_ETRADE } from '../samples/etrade.ts';
import { reasonsOf, shortRows } from './short-rows.ts';

const HEADER =
  'Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission';
const row = (type: string, symbol: string, quantity: string, price: string, amount: string, cusip = '--') =>
  `04/14/25,04/14/25,04/15/25,${type},ORCHARD TOOLS,${symbol},${cusip},${quantity},${price},${amount},0.0`;
const file = (...rows: string[]) => ['All Transactions Activity Types', '', HEADER, ...rows].join('\n');

describe('portfolio/import E*TRADE', () => {
  it('since 2025: two dashes are nothing, options go by their words, fees stand in no column', async () => {
    const read = await collect(ETRADE);
    assert.equal(read.detected_format, 'etrade');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(shortRows(read), [
      '2025-12-12 BUY MDWB 0.08 40 0 USD',
      '2025-12-12 DIVIDEND MDWB 0 3.2 0 USD',
      '2025-11-14 DIVIDEND ALM 0 5 0.75 USD',
      // 120 less 0.02
      '2025-09-18 SELL ORCH 2 60 0.02 USD',
      '2025-07-14 TRANSFER_IN GROV 7 0 0 USD',
      // 4 held and 8 added
      '2025-06-10 SPLIT ORCH 3 0 0 USD',
      '2025-04-21 BUY MDWB 5 40 0 USD',
      '2025-04-14 BUY ORCH 4 200 6.95 USD',
    ]);
    // 0.11 − 3.20 + 3.20 + 5 − 0.75 + 119.98 + 30 − 100.51 − 200 − 806.95 + 2,221.50
    assert.deepEqual(read.totals, [
      { what: 'Amounts of all rows', stated: '1268.38', read: '1268.38', agrees: true },
    ]);
    assert.deepEqual(reasonsOf(read), [
      '8 "Interest Income" is a cash movement. Only trades, dividends and splits are imported.',
      '12 Tax withheld; it counts as the charge of its dividend.',
      '14 A short sale, or a purchase that ends one. Only long holdings are imported.',
      '16 A derivative (OPT). Derivatives are not imported.',
      '18 A derivative (OPT). Derivatives are not imported.',
      '21 "Online Transfer" is a cash movement. Only trades, dividends and splits are imported.',
      '23 A title, total or footnote, not a row of data.',
    ]);
  });

  it('until 2024: a dividend with a quantity is a purchase, whichever way the signs go', async () => {
    assert.match(TURNED_ETRADE, /MDWBX,-0\.4,5\.60,[^]*ORCH,-3,544\.95,/);
    for (const content of [OLD_ETRADE, TURNED_ETRADE]) {
      const read = await collect(content);
      assert.equal(read.detected_format, 'etrade-old');
      assert.deepEqual(read.issues, []);
      assert.deepEqual(shortRows(read), [
        // 5.60 / 0.4, since the column has 0
        '2020-12-31 BUY MDWBX 0.4 14 0 USD',
        '2020-12-31 DIVIDEND MDWBX 0 5.6 0 USD',
        '2020-11-05 SELL ORCH 2 200 4.95 USD',
        '2020-10-05 BUY ORCH 3 180 4.95 USD',
      ]);
      assert.deepEqual(reasonsOf(read), [
        '8 A derivative (OPT). Derivatives are not imported.',
        '10 "Transfer" is a cash movement. Only trades, dividends and splits are imported.',
      ]);
    }
  });

  it('a dividend that came with shares and was not paid for them waits', async () => {
    const read = await collect(
      file(row('Dividend', 'MDWB', '-0.4', '0', '5.60'), row('Dividend', 'MDWB', '0', '0', '5.60')),
    );
    assert.deepEqual(shortRows(read), ['2025-04-14 DIVIDEND MDWB 0 5.6 0 USD']);
    assert.deepEqual(
      read.issues
        .filter(({ field }) => field === 'type')
        .map(({ row: number, message }) => [number, message]),
      [
        [
          4,
          'is not clear: it is a dividend, or the purchase that one paid for. Enter DIVIDEND or BUY, with quantity and price.',
        ],
      ],
    );
  });

  it('a total that the rows do not come to is shown', async () => {
    const read = await collect(ETRADE.replace('Total:,1268.38', 'Total:,1300.00'));
    assert.deepEqual(
      read.totals.map(({ stated, read: own, agrees }) => [stated, own, agrees]),
      [['1300', '1268.38', false]],
    );
  });

  it('what contradicts itself, is unknown or cut waits; a bond goes by its number', async () => {
    const read = await collect(
      file(
        row('Bought', 'ORCH', '5.0', '10.0', '-500.0'),
        row('Mystery', 'ORCH', '5.0', '10.0', '-50.0'),
        row('Bought', '=1+1', '5.0', '10.0', '-50.0'),
        row('Bought', 'ORCH', '5.0', '10.0', `-50.0${' '.repeat(30_000)}`),
        row('Bought', '--', '1000', '98.5', '-985.0', '90009ZZB2'),
        '04/14/25,04/14/25,04/15/25,Sold,ORCHARD TOOLS,ORCH',
      ),
      {},
      65_536,
    );
    assert.deepEqual(shortRows(read), [
      '2025-04-14 BUY ORCH 5 10 0 USD',
      '2025-04-14 BUY 90009ZZB2 1000 0.985 0 USD',
    ]);
    assert.deepEqual([...new Set(read.issues.map(({ row: number }) => number))], [4, 5, 6, 9]);
  });

  it('other line ends and marks change nothing; columns may move', async () => {
    for (const { name, content, type, format } of ETRADE_SAMPLES) {
      const plain = await collect(content as string);
      const windows = await collect(`\uFEFF${(content as string).replaceAll('\n', '\r\n')}`);
      assert.deepEqual([plain.detected_format, plain.type], [format, type], name);
      assert.deepEqual(windows.transactions, plain.transactions, name);
    }
    const moved = await collect(
      'Amount $,New,Price $,Quantity #,Symbol,Activity Type,Activity/Trade Date\n-50.0,x,10.0,5.0,ORCH,Bought,04/14/2025\n',
    );
    assert.deepEqual(shortRows(moved), ['2025-04-14 BUY ORCH 5 10 0 USD']);
  });
});
