import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import {
  FIDELITY,
  FIDELITY_OF_ACCOUNTS,
  FIDELITY_POSITIONS,
  FIDELITY_SAMPLES,
  OLD_FIDELITY_POSITIONS,
} from '../samples/fidelity.ts';
import { reasonsOf, shortRows } from './short-rows.ts';

const HEADER =
  'Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date';
const file = (...rows: string[]) => ['', '', HEADER, ...rows].join('\n');

describe('portfolio/import Fidelity: history', () => {
  it('the amount proves quantity and price, which for bonds is per 100; the balance is reached', async () => {
    const read = await collect(FIDELITY);
    assert.equal(read.detected_format, 'fidelity');
    assert.deepEqual(shortRows(read), [
      '2025-02-14 BUY HEDG 4 50 0 USD',
      '2025-02-10 BUY MDWB 0.3 40 0 USD',
      '2025-02-10 DIVIDEND MDWB 0 12 0 USD',
      // 3,900 for 4,000 of face value
      '2025-02-07 BUY 91279ZZZ1 4000 0.975 0 USD',
      // 2,032.50 less 12.50 of interest that the seller had earned: 2,020 for 2,000
      '2025-02-06 BUY 90009ZZB2 2000 1.01 0 USD',
      '2025-02-04 DIVIDEND ALM 0 6 0.9 USD',
      '2025-02-03 DIVIDEND HEDG 0 3.5 0 USD',
      '2025-01-31 SELL ORCH 20 21.5 0.01 USD',
      // 20 held and 20 added
      '2025-01-30 SPLIT ORCH 2 0 0 USD',
      '2025-01-29 SELL 90009ZZC0 3000 1 0 USD',
      // 20 × 42 + 4.95 = 844.95
      '2025-01-28 BUY ORCH 20 42 4.95 USD',
      '2025-01-27 TRANSFER_IN GROV 15 0 0 USD',
    ]);
    assert.deepEqual(cellsOf(read.transactions.slice(3, 5), 'asset_class', 'note'), [
      ['Bond', 'The file has its price per 100 of face value.'],
      ['Bond', 'Excludes accrued interest of 12.5. The file has its price per 100 of face value.'],
    ]);
    // From 20,000: −1,000 − 844.95 + 3,000 + 429.99 + 3.50 + 6 − 0.90 + 119.32 − 2,032.50 − 3,900 + 12 − 12 + 2.11;
    // the merger's 300 moved no cash, and 2.11 moved within the account.
    assert.deepEqual(read.totals, [
      { what: 'Cash on 12 Feb 2025', stated: '15782.57', read: '15782.57', agrees: true },
    ]);
    assert.deepEqual([read.compared, read.differing], [7, []]);
  });

  it('a row that contradicts itself is asked about, and so is the cost of what was handed out', async () => {
    const { issues } = await collect(FIDELITY);
    assert.deepEqual(issues, [
      {
        row: 20,
        field: 'price',
        message:
          'is not known: the shares come from a spin-off. Enter what each of them costs; the company says it in Form 8937.',
      },
      {
        row: 21,
        field: 'price',
        message:
          'does not fit: quantity × price comes to 100, but the file states 1000. Enter the right values.',
      },
    ]);
    const read = await collect(
      file(
        '02/06/2025,YOU BOUGHT BIRCH TOWN (Cash),90009ZZB2,BIRCH TOWN,Cash,101,2000,"","",12.5,"-2132.5",1,',
        '02/06/2025,DISTRIBUTION ORCHARD TOOLS (ORCH) (Cash),ORCH,ORCHARD TOOLS,Cash,,20,"","","",,1,',
        '02/06/2025,PARTIC CONTR CURRENT MEADOW BD INDEX FDS (MDWB) (Cash),MDWB,MEADOW BD INDEX FDS,Cash,40,5,"","","",-200,1,',
        '02/06/2025,A NEW KIND OF ROW (ORCH) (Cash),ORCH,ORCHARD TOOLS,Cash,5,20,"","","",-100,1,',
      ),
    );
    assert.equal(read.transactions.length, 0);
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [
        [4, 'price'],
        // Nothing was held, so it may be no split.
        [5, 'type'],
        // Shares came with the money.
        [6, 'type'],
        [7, 'type'],
      ],
    );
  });

  it('tells why a row is left out', async () => {
    assert.deepEqual(reasonsOf(await collect(FIDELITY)), [
      '5 Cash moved to or from the money market fund of the account, not a trade.',
      '6 "INTEREST EARNED CASH (315994103) (Cash)" is a cash movement. Only trades, dividends and splits are imported.',
      '11 A derivative (OPT). Derivatives are not imported.',
      '12 Tax withheld; it counts as the charge of its dividend.',
      '22 "Electronic Funds Transfer Received (Cash…" is a cash movement. Only trades, dividends and splits are imported.',
      '25 A title, total or footnote, not a row of data.',
      '26 A title, total or footnote, not a row of data.',
      '28 A title, total or footnote, not a row of data.',
    ]);
  });

  it('all accounts: what moves between them stays, a split counts once, a foreign price is asked for', async () => {
    const read = await collect(FIDELITY_OF_ACCOUNTS);
    assert.deepEqual(shortRows(read), [
      '2025-02-12 DIVIDEND MDWB 0 6.2 0 USD',
      '2025-02-12 BUY MDWB 0.155 40 0 USD',
      // 10 and 4 held, 10 and 4 added
      '2025-02-10 SPLIT ORCH 2 0 0 USD',
      '2025-01-28 TRANSFER_IN ORCH 4 0 0 USD',
      '2025-01-24 BUY ORCH 10 42 0 USD',
    ]);
    assert.deepEqual(read.issues, [
      {
        row: 4,
        field: 'price',
        message: 'is in EUR, but the amount is in dollars. Enter the price in dollars.',
      },
    ]);
    assert.deepEqual(reasonsOf(read).slice(0, 4), [
      '8 The same split in another account; it counts with row 7.',
      '9 "TRANSFERRED FROM Z55500001 (Cash)" is a cash movement. Only trades, dividends and splits are imported.',
      '10 Moved between accounts of this file; row 12 has the other side.',
      '12 Moved between accounts of this file; row 10 has the other side.',
    ]);
  });

  it('a balance that the rows do not come to is shown', async () => {
    const read = await collect(FIDELITY.replace('429.99,21585.04', '419.99,21585.04'));
    assert.deepEqual(
      read.totals.map(({ stated, read: own, agrees }) => [stated, own, agrees]),
      [['15782.57', '15772.57', false]],
    );
  });

  it('other line ends, marks and columns change nothing; a cut row and a formula wait', async () => {
    for (const { name, content, type, format } of FIDELITY_SAMPLES) {
      const plain = await collect(content as string);
      const windows = await collect((content as string).replaceAll('\n', '\r\n'));
      assert.deepEqual([plain.detected_format, plain.type], [format, type], name);
      assert.deepEqual([windows.transactions, windows.holdings], [plain.transactions, plain.holdings], name);
    }
    const moved = await collect(
      Buffer.from(
        'Amount,New,Action,Quantity,Price,Symbol,Description,Run Date\n' +
          '-750,x,YOU BOUGHT CAF\u00c9 (CAFE) (Cash),10,75,CAFE,CAF\u00c9,02/06/2025\n',
        'latin1',
      ),
    );
    assert.deepEqual(shortRows(moved), ['2025-02-06 BUY CAFE 10 75 0 USD']);
    const hostile = await collect(
      file(
        '02/06/2025,YOU BOUGHT X (Cash),"=cmd|x",X,Cash,75,10,"","","",-750,1,',
        `02/06/2025,${' '.repeat(30_000)}YOU BOUGHT X (Cash),X,X,Cash,75,1e500,"","","",-750,1,`,
        '02/06/2025,YOU BOUGHT X (Cash),X',
      ),
      {},
      65_536,
    );
    assert.deepEqual(
      [hostile.transactions.length, [...new Set(hostile.issues.map(({ row }) => row))]],
      [0, [4, 5, 6]],
    );
  });
});

describe('portfolio/import Fidelity: positions', () => {
  it('bonds are worth a hundredth of quantity × price; cash, pending money and options are left out', async () => {
    const read = await collect(FIDELITY_POSITIONS);
    assert.equal(read.detected_format, 'fidelity-positions');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(
      cellsOf(read.holdings, 'symbol', 'quantity', 'avg_buy_price', 'current_price', 'asset_class'),
      [
        ['HEDG', '4', '50', '51', 'ETF'],
        ['MDWB', '10.3', '40', '40.1', 'ETF'],
        // 3,900 and 3,912 for 4,000
        ['91279ZZZ1', '4000', '0.975', '0.978', 'Bond'],
        ['GROV', '15', null, '20.5', 'US Equity'],
      ],
    );
    assert.deepEqual(reasonsOf(read), [
      '2 "FCASH**" is cash. Only shares, funds and bonds are imported as holdings.',
      '7 A derivative (OPT). Derivatives are not imported.',
      '8 "Pending activity" is cash. Only shares, funds and bonds are imported as holdings.',
      '10 A title, total or footnote, not a row of data.',
      '12 A title, total or footnote, not a row of data.',
    ]);
  });

  it('the older columns', async () => {
    const read = await collect(OLD_FIDELITY_POSITIONS);
    assert.deepEqual(cellsOf(read.holdings, 'symbol', 'quantity', 'avg_buy_price', 'current_price'), [
      // 199.95 / 10
      ['ORCH', '10', '19.995', '20'],
    ]);
  });
});
