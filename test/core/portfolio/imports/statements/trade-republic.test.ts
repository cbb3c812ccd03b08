import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import { TRADE_REPUBLIC } from '../samples/trade-republic.ts';

const [COMMAS, SEMICOLONS] = TRADE_REPUBLIC.map(({ content }) => content as string) as [string, string];

describe('portfolio/import Trade Republic', () => {
  for (const [name, text] of Object.entries({ commas: COMMAS, semicolons: SEMICOLONS })) {
    it(`reads trades with fee and tax, splits by the shares they add, and dividends that were taken back (${name})`, async () => {
      const read = await collect(text);
      assert.deepEqual([read.detected_format, read.issues], ['trade-republic', []]);
      assert.deepEqual(
        cellsOf(
          read.transactions,
          'row',
          'symbol',
          'date',
          'type',
          'quantity',
          'price',
          'fee_tax',
          'asset_class',
        ),
        [
          [3, 'US5949181045', '2025-03-04', 'BUY', '2', '350', '1', 'US Equity'],
          // 50.00 for 0.512345: the price, 97.59, is rounded
          [4, 'IE00B4L5Y983', '2025-03-05', 'BUY', '0.512345', '97.5904907826', '0', 'ETF'],
          [5, 'DE0001102507', '2025-03-06', 'BUY', '1000', '0.985', '1', 'Bond'],
          // 4 came to 2
          [8, 'US5949181045', '2025-06-02', 'SPLIT', '3', '0', '0', 'US Equity'],
          [9, 'US5949181045', '2025-06-10', 'DIVIDEND', '0', '3.3', '0.5', 'US Equity'],
          [10, 'US5949181045', '2025-06-12', 'DIVIDEND', '-1', '3.3', '-0.5', 'US Equity'],
          [11, 'US5949181045', '2025-07-01', 'SELL', '1.5', '120', '3.5', 'US Equity'],
        ],
      );
      assert.deepEqual(
        read.excluded.map(({ row, reason }) => [row, reason.split('.')[0]]),
        [
          [2, '"CUSTOMER_INPAYMENT" is a cash movement'],
          [6, 'A cryptocurrency'],
          [7, 'A derivative'],
          [12, 'Moved within the account: the same units left and came back'],
          [13, 'Moved within the account: the same units left and came back'],
          [14, '"CARD_TRANSACTION" is a cash movement'],
        ],
      );
      assert.deepEqual(read.differing, []);
      assert.equal(read.transactions[0]?.execution_id, 'TR:id-2');
    });
  }

  it('asks for the ratio of a split whose purchase is not in the file, and for what moved shares in an unknown way', async () => {
    const lines = COMMAS.split('\n');
    const read = await collect(
      [lines[0], lines[7], lines[4]?.replace('"TRADING","BUY"', '"CASH","GIFT"')].join('\n'),
    );
    assert.deepEqual(
      [...new Set(read.issues.map(({ row, field }) => `${row} ${field}`))],
      ['2 quantity', '3 type'],
    );
  });

  it('makes a trade wait whose amount contradicts its price', async () => {
    const read = await collect(COMMAS.replace('"-700.00"', '"-7000.00"'));
    assert.match(read.issues[0]?.message ?? '', /comes to 700, but the file states 7000\./);
  });
});
