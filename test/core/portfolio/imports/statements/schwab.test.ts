import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import {
  OLD_POSITIONS,
  OLD_SCHWAB,
  POSITIONS,
  SCHWAB,
  SCHWAB_SAMPLES,
  TWO_ACCOUNTS,
} from '../samples/schwab.ts';
import { reasonsOf, shortRows } from './short-rows.ts';

const HEADER = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"';
const file = (...rows: string[]) => [HEADER, ...rows].join('\n');

describe('portfolio/import Schwab: transactions', () => {
  it('every kind of row is what it does; the amounts come to the total of the file', async () => {
    const read = await collect(SCHWAB);
    assert.equal(read.detected_format, 'schwab');
    assert.deepEqual(shortRows(read), [
      '2024-12-20 BUY HEDG 0.4 25 0 USD',
      '2024-12-19 DIVIDEND HEDG 0 10 0 USD',
      '2024-12-16 DIVIDEND HEDG 0 6 0 USD',
      '2024-12-16 DIVIDEND HEDG 0 2 0 USD',
      // 15 held and 30 added, on the day of effect: 45 / 15
      '2024-11-01 SPLIT HEDG 3 0 0 USD',
      '2024-09-10 DIVIDEND BIRCH 0 5 0.75 USD',
      '2024-08-12 SELL PLUM.B 10 21 0.01 USD',
      // 5 came and 50 went
      '2024-07-01 SPLIT ELM 0.1 0 0 USD',
      '2024-06-10 TRANSFER_IN ACORN 12 0 0 USD',
      // 240 for 8
      '2024-05-21 SELL PINE 8 30 0 USD',
      '2024-05-02 BUY ELM 2 0 0 USD',
      '2024-03-04 BUY PINE 8 25 0 USD',
      '2024-03-01 BUY PLUM.B 30 20 0 USD',
      '2024-03-01 BUY ELM 48 2 1 USD',
      '2024-03-01 BUY HEDG 15 75 0 USD',
    ]);
    // −10 + 10 + 6 + 2 + 4.10 − 0.75 + 5 + 0.07 + 209.99 + 109.34 − 90.65 + 240 − 200 − 600 − 97 − 1,125 − 50 + 3,000
    assert.deepEqual(read.totals, [
      { what: 'Amounts of all rows', stated: '1413.1', read: '1413.1', agrees: true },
    ]);
    assert.equal(read.transactions[4]?.note, 'Posted on 4 Nov 2024.');
    assert.deepEqual(read.notes, [
      'The split of HEDG on 1 Nov 2024 is read as 3 for 1, because this file shows 15 shares before it. If you held more, correct that row.',
    ]);
    assert.deepEqual([read.compared, read.differing], [7, []]);
    assert.deepEqual(read.issues, [
      {
        row: 17,
        field: 'price',
        message:
          'is not known: the shares come from a corporate action (Spin-off). Enter what each of them costs; the company says it in Form 8937.',
      },
    ]);
  });

  it('tells why a row is left out', async () => {
    assert.deepEqual(reasonsOf(await collect(SCHWAB)), [
      '7 Cash paid in place of a fraction of a share. Enter it as a sale of that fraction if it matters to you.',
      '9 Tax withheld; it counts as the charge of its dividend.',
      '11 "Bank Interest" is a cash movement. Only trades, dividends and splits are imported.',
      '13 A derivative (OPT). Derivatives are not imported.',
      '14 A derivative (OPT). Derivatives are not imported.',
      '16 The old shares of the reverse split in row 15.',
      '19 "Journaled Shares" took 3 units out of the account. Enter it manually.',
      '21 The money of the merger; it counts as the sale in row 20.',
      '23 "Name Change" is a corporate action. Enter its effect manually.',
      '28 "Journal" is a cash movement. Only trades, dividends and splits are imported.',
      '29 "MoneyLink Transfer" is a cash movement. Only trades, dividends and splits are imported.',
      '30 A title, total or footnote, not a row of data.',
    ]);
  });

  it('every word for a dividend is money alone, whether it is reinvested or not', async () => {
    const kinds = [
      'Cash Dividend',
      'Qualified Dividend',
      'Non-Qualified Div',
      'Special Dividend',
      'Special Qual Div',
      'Special Non Qual Div',
      'Pr Yr Cash Div',
      'Pr Yr Special Div',
      'Pr Yr Non Qual Div',
      'Reinvest Dividend',
      'Qual Div Reinvest',
      'Non-Qual Div Reinvest',
      'Pr Yr Div Reinvest',
      'Long Term Cap Gain',
      'Short Term Cap Gain',
      'Long Term Cap Gain Reinvest',
      'Short Term Cap Gain Reinvest',
    ];
    const read = await collect(
      file(
        ...kinds.map(
          (kind, at) => `"01/${at + 10}/2024","${kind}","HEDG","HEDGEROW","","","","$${at + 1}.25"`,
        ),
      ),
    );
    assert.deepEqual(read.issues, []);
    assert.deepEqual(
      shortRows(read),
      kinds.map((_, at) => `2024-01-${at + 10} DIVIDEND HEDG 0 ${at + 1}.25 0 USD`),
    );
  });

  it('money and options are left out, whatever they are called', async () => {
    const money = [
      'Credit Interest',
      'Bond Interest',
      'Margin Interest',
      'ADR Mgmt Fee',
      'Advisor Fee',
      'MoneyLink Deposit',
      'Wire Sent',
      'Wire Received',
      'Funds Received',
      'Internal Transfer',
      'Promotional Award',
    ];
    const options = ['Buy to Open', 'Sell to Close', 'Expired', 'Assigned', 'Exchange or Exercise'];
    const read = await collect(
      file(
        ...money.map((kind) => `"01/10/2024","${kind}","","","","","","$1.00"`),
        ...options.map(
          (kind) => `"01/10/2024","${kind}","SPY   250321C00500000","","1","$1.00","","$100.00"`,
        ),
      ),
    );
    assert.deepEqual([read.transactions, read.issues], [[], []]);
    assert.equal(read.excluded.length, money.length + options.length);
  });

  it('the form of 2016: no title or total, an empty column, price before quantity, $-0.88', async () => {
    const read = await collect(OLD_SCHWAB);
    assert.deepEqual(shortRows(read), ['2016-09-12 BUY HEDG 1200 40 4.95 USD']);
    assert.deepEqual([read.compared, read.differing, read.issues], [1, [], []]);
  });

  it('a split of two accounts is one split', async () => {
    const read = await collect(TWO_ACCOUNTS);
    // 10 + 20 held, 30 + 60 added: 120 / 30
    assert.deepEqual(shortRows(read), [
      '2024-06-10 SPLIT HEDG 4 0 0 USD',
      '2024-03-01 BUY HEDG 10 75 0 USD',
      '2024-03-04 BUY HEDG 20 76 0 USD',
    ]);
    assert.equal(reasonsOf(read).at(-1), '7 The same split in another account; it counts with row 3.');
  });

  it('the ratio of a split is asked for where the file does not tell what was held', async () => {
    const split = '"06/10/2024","Stock Split","HEDG","HEDGEROW","30","","",""';
    const without = await collect(file(split));
    const sameDay = await collect(
      file(split, '"06/10/2024","Buy","HEDG","HEDGEROW","10","$75.00","","-$750.00"'),
    );
    for (const read of [without, sameDay])
      assert.deepEqual(
        read.issues.map(({ field, message }) => [
          field,
          message.includes('Enter the new shares per old share'),
        ]),
        [['quantity', true]],
      );
    // 17 were held and 10 of them are in the file: 44 of 10 is no ratio that a company chooses.
    const some = await collect(
      file(
        '"06/10/2024","Stock Split","HEDG","HEDGEROW","34","","",""',
        '"03/01/2024","Buy","HEDG","HEDGEROW","10","$75.00","","-$750.00"',
      ),
    );
    assert.match(some.issues[0]?.message ?? '', /10 shares that became 44 make no usual ratio/);
    const fraction = await collect(
      file(
        '"07/01/2024","Reverse Split","ELM","ELM CO","5","","",""',
        '"07/01/2024","Reverse Split","900099109","ELM CO","-52","","",""',
      ),
    );
    assert.match(fraction.issues[0]?.message ?? '', /52 shares became 5, and a fraction may have been paid/);
  });

  it('a trade that contradicts its amount waits; an unknown kind waits too', async () => {
    const read = await collect(
      file(
        '"03/01/2024","Buy","HEDG","HEDGEROW","10","$75.00","","-$75.00"',
        '"03/01/2024","Sell","HEDG","HEDGEROW","10","$75.00","$1.00","$771.00"',
        '"03/01/2024","Mystery","HEDG","HEDGEROW","10","$75.00","","-$750.00"',
      ),
    );
    assert.equal(read.transactions.length, 0);
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [
        [2, 'price'],
        [3, 'price'],
        [4, 'type'],
      ],
    );
  });

  it('an internal transfer of shares moves shares', async () => {
    const read = await collect(
      file(
        '"03/04/2024","Internal Transfer","HEDG","HEDGEROW","7","","",""',
        '"03/04/2024","Internal Transfer","ELM","ELM CO","-2","","",""',
        '"03/04/2024","Internal Transfer","","","","","","$7.00"',
      ),
    );
    assert.deepEqual(shortRows(read), ['2024-03-04 TRANSFER_IN HEDG 7 0 0 USD']);
    assert.deepEqual(reasonsOf(read), [
      '3 "Internal Transfer" took 2 units out of the account. Enter it manually.',
      '4 "Internal Transfer" is a cash movement. Only trades, dividends and splits are imported.',
    ]);
  });

  it('a bond is bought per 100 of its face value, and paid back in two rows', async () => {
    const read = await collect(
      file(
        '"07/15/2024","Full Redemption Adj","9000AB1C2","ELM CO 4.5% DUE 07/15/2024","-10,000","","",""',
        '"07/15/2024","Full Redemption","9000AB1C2","ELM CO 4.5% DUE 07/15/2024","","","","$10,000.00"',
        '"03/01/2024","Buy","9000AB1C2","ELM CO 4.5% DUE 07/15/2024","10,000","98.5","$1.00","-$9,851.00"',
      ),
    );
    assert.deepEqual(shortRows(read), [
      '2024-07-15 SELL 9000AB1C2 10000 1 0 USD',
      '2024-03-01 BUY 9000AB1C2 10000 0.985 1 USD',
    ]);
    assert.deepEqual(reasonsOf(read), ['3 The money of the redemption; it counts as the sale in row 2.']);
  });

  it('a rounded price gives way to the money that moved', async () => {
    const read = await collect(
      file('"03/01/2024","Reinvest Shares","HEDG","HEDGEROW","1,000","$0.01","","-$14.90"'),
    );
    assert.deepEqual(shortRows(read), ['2024-03-01 BUY HEDG 1000 0.0149 0 USD']);
  });

  it('other line ends, marks and columns change nothing; a cut row and a formula wait', async () => {
    for (const { name, content, type, format } of SCHWAB_SAMPLES) {
      const plain = await collect(content as string);
      const windows = await collect(`\uFEFF${(content as string).replaceAll('\n', '\r\n')}`);
      assert.deepEqual([plain.detected_format, plain.type], [format, type], name);
      assert.deepEqual([windows.transactions, windows.holdings], [plain.transactions, plain.holdings], name);
    }
    const read = await collect(
      '"Amount","Fees & Comm","New","Price","Quantity","Description","Symbol","Action","Date"\n' +
        '"-$750.00","","x","$75.00","10","Caf\u00e9 HOLDINGS","CAFE","Buy","03/01/2024"\n' +
        '"-$750.00","","x","$75.00","10","","=1+1","Buy","03/01/2024"\n' +
        `"-$750.00","","x","$75.00","10","${' '.repeat(30_000)}","CAFE","Buy","13/01/2024"\n`,
      {},
      65_536,
    );
    assert.deepEqual(shortRows(read), ['2024-03-01 BUY CAFE 10 75 0 USD']);
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [
        [3, 'symbol'],
        [4, 'date'],
      ],
    );
    const cut = await collect(file('"03/01/2024","Buy","HEDG"'));
    assert.deepEqual(
      [cut.transactions.length, cut.issues.map(({ field }) => field)],
      [0, ['row', 'quantity', 'price']],
    );
  });
});

describe('portfolio/import Schwab: positions', () => {
  it('cost is of all shares, bonds are priced per 100, and what is unknown stays so', async () => {
    const read = await collect(POSITIONS);
    assert.equal(read.detected_format, 'schwab-positions');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(
      cellsOf(read.holdings, 'symbol', 'quantity', 'avg_buy_price', 'current_price', 'asset_class'),
      [
        // 1,135.00 / 45.4
        ['HEDG', '45.4', '25', '25.5', 'ETF'],
        ['PLUM.B', '20', '20', '22', 'US Equity'],
        ['ACORN', '12', null, '10', 'US Equity'],
        // 9,810 and 9,725 for 10,000 of face value
        ['9000AB1C2', '10000', '0.981', '0.9725', 'Bond'],
      ],
    );
    // 1,157.70 + 440 + 120 + 9,725 + 220 + 50 + 1,413.10
    assert.deepEqual(read.totals, [
      { what: 'Value of the account', stated: '13125.8', read: '13125.8', agrees: true },
    ]);
    assert.deepEqual(reasonsOf(read), [
      '8 A derivative (OPT). Derivatives are not imported.',
      '9 A derivative (FUT). Derivatives are not imported.',
      '10 "Cash & Cash Investments" is cash. Only shares, funds and bonds are imported as holdings.',
      '11 A title, total or footnote, not a row of data.',
    ]);
  });

  it('the columns of before 2024, with several accounts below each other', async () => {
    const read = await collect(OLD_POSITIONS);
    assert.deepEqual(cellsOf(read.holdings, 'symbol', 'quantity', 'avg_buy_price', 'current_price'), [
      ['HEDG', '10', '45', '50'],
      ['ELM', '4', '25', '30'],
    ]);
    assert.deepEqual(
      read.totals.map(({ stated, agrees }) => [stated, agrees]),
      [
        ['500', true],
        ['120', true],
      ],
    );
  });
});
