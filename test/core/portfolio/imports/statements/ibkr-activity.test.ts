import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import { ACTIVITY, ACTIVITY_OF_ACCOUNTS, IBKR_ACTIVITY_SAMPLES } from '../samples/ibkr-activity.ts';
import { reasonsOf, shortRows } from './short-rows.ts';

const TRADES =
  'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Code';
const begin = (...lines: string[]) =>
  ['Statement,Header,Field Name,Field Value', 'Statement,Data,Title,Activity Statement', ...lines].join('\n');

describe('portfolio/import Interactive Brokers: Activity Statement', () => {
  it('orders, payments, splits and shares that came are entries; every sum of the file agrees', async () => {
    const read = await collect(ACTIVITY);
    assert.equal(read.detected_format, 'ibkr-activity');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(shortRows(read), [
      '2023-03-06 BUY ALM 10 55 2 EUR',
      '2023-04-11 BUY MEADOW 25 400 12 INR',
      '2023-02-01 BUY ORCH 1200 4 1.5 USD',
      // A rebate of 0.20 on 200 shares raises the price by 0.001.
      '2023-05-03 SELL ORCH 200 4.251 0 USD',
      '2023-05-04 BUY ORCH 300 4 1 USD',
      '2023-05-04 BUY ORCH -300 4 -1 USD',
      // Told in words; 500 shares on 1,000.
      '2023-06-12 SPLIT ORCH 1.5 0 0 USD',
      '2023-07-03 SPLIT TILE.B 0.1 0 0 USD',
      '2023-01-20 TRANSFER_IN TILE.B 40 0 0 USD',
      '2023-05-15 DIVIDEND ALM 0 8 1.2 EUR',
      // 9.00, given back, then 4.50.
      '2023-08-15 DIVIDEND ORCH 0 30 4.5 USD',
      // The one of the same day was taken back, not that of August.
      '2023-11-15 DIVIDEND ORCH 0 30.75 0 USD',
    ]);
    assert.deepEqual(
      read.totals.map(({ what, stated, agrees }) => [what, stated, agrees]),
      [
        // 1,200 − 200 + 500
        ['Shares of ORCH at the end', '1500', true],
        // 8 − 40 = + 40 − 80 + 8
        ['Shares of TILE.B at the end, less the 40 held before', '-32', true],
        ['Shares of ALM at the end', '10', true],
        ['Money of all trades in EUR', '-550', true],
        ['Commissions of all trades in EUR', '-2', true],
        // −4,800 + 850 − 1,200 + 1,200
        ['Money of all trades in USD', '-3950', true],
        // −1.50 + 0.20 − 1 + 1
        ['Commissions of all trades in USD', '-1.3', true],
        ['Dividends in EUR', '8', true],
        ['Dividends in USD', '60.75', true],
        ['Tax withheld in EUR', '-1.2', true],
        ['Tax withheld in USD', '-4.5', true],
      ],
    );
    // The rebate is in no amount that the file states; the four other orders and the one taken back are compared.
    assert.deepEqual([read.compared, read.differing], [5, []]);
  });

  it('the number of a contract is held by nobody; a share is of its country', async () => {
    const read = await collect(ACTIVITY);
    assert.ok(read.transactions.every(({ quantity }) => Number(quantity) <= 1500));
    assert.deepEqual(
      cellsOf(read.transactions.slice(0, 3), 'symbol', 'asset_class', 'isin', 'security_id', 'executed_at'),
      [
        ['ALM', 'US Equity', 'NL9000010016', '91800003', '04:15:00'],
        ['MEADOW', 'Indian Equity', 'INE900A01013', '91800004', '00:10:30'],
        ['ORCH', 'US Equity', 'US9000010010', '91800001', '10:00:00'],
      ],
    );
    // Recognised again by the sync of the account; nothing else has a number.
    assert.deepEqual(
      read.transactions.flatMap(({ execution_id }) => execution_id ?? []),
      ['IBKR:SPLIT:ORCH:2023-06-12', 'IBKR:SPLIT:TILE.B:2023-07-03'],
    );
    const held = await collect(ACTIVITY, { type: 'holdings' });
    assert.deepEqual(
      cellsOf(held.holdings, 'symbol', 'quantity', 'avg_buy_price', 'current_price', 'currency'),
      [
        ['ORCH', '1500', '2.667666667', '3.1', 'USD'],
        ['TILE.B', '8', '20', '11', 'USD'],
        ['ALM', '10', '55.2', '60', 'EUR'],
      ],
    );
  });

  it('tells why a row is left out', async () => {
    assert.deepEqual(reasonsOf(await collect(ACTIVITY)), [
      '28 An execution of an order; the order counts.',
      '29 An execution of an order; the order counts.',
      '31 What a sale closed; the sale itself counts.',
      '36 An option or warrant ("OPT"). Only shares and funds are imported.',
      '38 A currency exchange, not a share trade.',
      '41 The other side of Corporate action of TILE B (row 42), already counted.',
      '43 A corporate action ("PLUM(US9000040041) Merged(Acquisition) WITH US9000050057 1 for 2 (PLUM, PLUM FARMS, US9000040041)"): only splits and stock dividends can be read. Enter its effect manually.',
      '49 "Electronic Fund Transfer" is a cash movement. Only trades, dividends and splits are imported.',
      '57 A dividend that the broker took back in row 58.',
      '58 Takes back the dividend in row 57.',
      '62 Tax withheld; it counts as the charge of its dividend.',
      '64 Tax withheld; it counts as the charge of its dividend.',
      '65 Tax withheld; it counts as the charge of its dividend.',
      '66 Tax withheld; it counts as the charge of its dividend.',
      '69 "EUR Credit Interest for May-2023" is a cash movement. Only trades, dividends and splits are imported.',
    ]);
  });

  it('a column of accounts changes nothing, and executions count where there are no orders', async () => {
    const read = await collect(ACTIVITY_OF_ACCOUNTS);
    assert.deepEqual(shortRows(read), [
      '2024-03-04 BUY HEDG 3 80 0.35 USD',
      '2024-03-04 BUY HEDG 3 80 0.35 USD',
    ]);
    assert.deepEqual([...new Set(read.transactions.map(({ asset_class }) => asset_class))], ['ETF']);
  });

  it('every sample is read as what it holds, with line ends of Windows and a byte order mark too', async () => {
    for (const { name, content, type, format } of IBKR_ACTIVITY_SAMPLES) {
      const plain = await collect(content as string);
      const windows = await collect(`\uFEFF${(content as string).replaceAll('\n', '\r\n')}`);
      assert.deepEqual([plain.detected_format, plain.type], [format, type], name);
      assert.deepEqual([windows.transactions, windows.holdings], [plain.transactions, plain.holdings], name);
    }
  });

  it('columns may stand in another order; one that is missing is asked for, row by row', async () => {
    const moved = await collect(
      begin(
        'Trades,Header,Quantity,Symbol,Currency,New Column,T. Price,Asset Category,DataDiscriminator,Date/Time,Proceeds,Comm/Fee',
        'Trades,Data,5,ORCH,USD,x,10.00,Stocks,Order,"2024-05-06, 10:00:00",-50.00,-1',
      ),
    );
    assert.deepEqual(shortRows(moved), ['2024-05-06 BUY ORCH 5 10 1 USD']);
    const cut = await collect(
      begin(
        'Trades,Header,DataDiscriminator,Asset Category,Symbol,Date/Time,Quantity,Proceeds',
        'Trades,Data,Order,Stocks,ORCH,"2024-05-06, 10:00:00",5,-50.00',
      ),
    );
    assert.equal(cut.transactions.length, 0);
    assert.deepEqual(
      cut.issues.map(({ field }) => field),
      ['currency', 'price'],
    );
  });

  it('a row that contradicts the money it moved waits', async () => {
    const read = await collect(
      begin(TRADES, 'Trades,Data,Order,Stocks,USD,ORCH,"2024-05-06, 10:00:00",5,10.00,10,-500.00,-1,O'),
    );
    assert.equal(read.transactions.length, 0);
    assert.deepEqual(
      read.issues.map(({ field, message }) => [field, message]),
      [
        [
          'price',
          'does not fit: quantity × price comes to 50, but the file states 500. Enter the right values.',
        ],
      ],
    );
  });

  it('fees, coupons and cards are cash; a section that is not known waits, and its sum does not', async () => {
    const read = await collect(
      begin(
        TRADES,
        'Trades,Data,Order,Stocks,USD,ORCH,"2024-05-06, 10:00:00",5,10.00,10,-50.00,-1,O',
        'Complex Positions Summary,Header,Asset Category,Currency,Symbol,Quantity',
        'Complex Positions Summary,Data,Stocks,USD,ORCH,5',
        'Bond Interest Received,Header,Currency,Date,Description,Amount',
        'Bond Interest Received,Data,USD,2024-05-07,Coupon,20',
        'Bond Interest Received,Data,Total,,,20',
        'Advisor Fees,Header,Currency,Date,Description,Amount',
        'Advisor Fees,Data,USD,2024-05-07,Advice,-5',
        'Grant Activity,Header,Symbol,Report Date,Quantity,Price,Value',
        'Grant Activity,Data,IBKR,2024-05-01,3,80,240',
        'Grant Activity,Data,Total,,3,,240',
      ),
    );
    assert.equal(read.transactions.length, 1);
    assert.deepEqual(
      read.issues.map(({ field, message }) => [field, message.split('. ')[0]]),
      [['type', 'is not known: the file says "Grant Activity"']],
    );
    assert.deepEqual(
      read.excluded.map(({ reason }) => reason.split(' is a ')[0]),
      ['"Coupon"', '"Advice"'],
    );
  });

  it('a dividend that is taken back without having been paid waits', async () => {
    const read = await collect(
      begin(
        'Dividends,Header,Currency,Date,Description,Amount',
        'Dividends,Data,USD,2024-02-01,ORCH(US9000010010) Cash Dividend USD 0.02 per Share - Reversal (Ordinary Dividend),-30',
        'Dividends,Data,USD,2024-02-01,no words,-x',
      ),
    );
    assert.equal(read.transactions.length, 0);
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [
        [4, 'row'],
        [5, 'symbol'],
        [5, 'price'],
      ],
    );
  });

  it('a total that the rows do not come to is shown', async () => {
    const read = await collect(
      ACTIVITY.replace('Dividends,Data,Total,,,60.75', 'Dividends,Data,Total,,,90.75'),
    );
    assert.deepEqual(
      read.totals.filter(({ agrees }) => !agrees).map(({ what, stated, read: own }) => [what, stated, own]),
      [['Dividends in USD', '90.75', '60.75']],
    );
  });

  it('a statement in another language is refused with what to do', async () => {
    await assert.rejects(
      collect('Statement,Header,Feldname,Feldwert\nStatement,Data,Titel,Kontoauszug\nHandel,Header,Symbol\n'),
      /not in English\. Set the language of Client Portal to English/,
    );
  });

  it('hostile cells end in an issue or a reason, never in a figure', async () => {
    const spaces = ' '.repeat(15_000);
    const read = await collect(
      begin(
        TRADES,
        `Trades,Data,Order,Stocks,USD,"=HYPERLINK(""http://example.com"")","2024-05-06, 10:00:00",5,10.00,10,-50.00,-1,O`,
        `Trades,Data,Order,Stocks,USD,ORCH,"2024-05-06${spaces}",5,10.00,10,-50.00,-1,O`,
        `Trades,Data,Order,Stocks,USD,ORCH,"2024-05-06, 10:00:00",1e400,10.00,10,-50.00,-1,O`,
        `Trades,Data,Order,Stocks,USD,ORCH`,
        'Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code',
        `Corporate Actions,Data,Stocks,USD,2024-06-12,"2024-06-09, 20:25:00","ORCH(US9000010010) Split${spaces}3 for 2 (ORCH,${spaces}x",500,0,0,0,`,
        'Dividends,Header,Currency,Date,Description,Amount',
        `Dividends,Data,USD,2024-02-01,"ORCH(US9000010010)${spaces}Cash",1`,
      ),
      {},
      65_536,
    );
    assert.deepEqual(shortRows(read).slice(-1), ['2024-02-01 DIVIDEND ORCH 0 1 0 USD']);
    assert.ok(read.transactions.every(({ row }) => row === 4 || row === 5 || row === 11));
    assert.ok(read.issues.some(({ row }) => row === 6) && read.issues.some(({ row }) => row === 7));
  });
});
