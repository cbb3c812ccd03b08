import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';

const NO_ENTRY = 'A title, total or footnote, not a row of data.';

describe('portfolio/import upstox', () => {
  const BANNER =
    '"UPSTOX SECURITIES PRIVATE LIMITED\n(Formerly RKSV Securities)",,,,,,,,,,,,,\n"Dealing Office: 30th Floor,\nMumbai",,,,,,,,,,,,,\n' +
    'UCC,AB1234,,,,,,,,,,,,\nName,A. Person,,,,,,,,,,,,\n,,,,,,,,,,,,,\nReport Time Period,01-04-2023 to 31-03-2024,,,,,,,,,,,,\n' +
    'Generated On,02-04-2024,,,,,,,,,,,,\n,,,,,,,,,,,,,\n';
  const HEAD =
    'Date,Company,Amount,Exchange,Segment,Scrip Code,Instrument Type,Strike Price,Expiry,Trade Num,Trade Time,Side,Quantity,Price\n';

  it('reads trades below a banner with line breaks in its cells; days as a spreadsheet counts them', async () => {
    const read = await collect(
      `${BANNER}${HEAD}45292,INFOSYS LIMITED,15000,NSE,EQ,1594,,,,25031,10:12:33,Buy,10,1500\n` +
        '45293.4375,INFOSYS LIMITED,7600,NSE,EQ,1594,,,,25032,10:30:00,Sell,5,1520\n' +
        '03-01-2024,INFOSYS LIMITED,7600,BSE,EQ,500209,,,,25032,10:30:00,Sell,5,1520\n' +
        '45294,NIFTY,1875,NSE,FO,35001,European Call,21500,25-01-2024,9,11:00:00,Buy,50,37.5\n' +
        '45294,USDINR,84,NSE,CD,35001,FUTCUR,0,25-01-2024,9,11:00:00,Buy,1,84\n' +
        '"From 19-Jul-2025, our broking business is carried on by another company",,,,,,,,,,,,,\n',
    );
    assert.equal(read.detected_format, 'upstox-trades');
    assert.deepEqual(read.issues, []);
    // 45292 is 2024-01-01: a spreadsheet counts from 1899-12-30
    assert.deepEqual(cellsOf(read.transactions, 'row', 'date', 'type', 'quantity', 'price', 'execution_id'), [
      [10, '2024-01-01', 'BUY', '10', '1500', 'NSE:2024-01-01:25031'],
      [11, '2024-01-02', 'SELL', '5', '1520', 'NSE:2024-01-02:25032'],
      [12, '2024-01-03', 'SELL', '5', '1520', 'BSE:2024-01-03:25032'],
    ]);
    assert.equal(read.transactions[0]?.symbol, 'INFOSYS LIMITED');
    assert.equal(read.transactions[0]?.security_id, '1594');
    assert.deepEqual(
      read.excluded.map(({ row, reason }) => [row, /derivative/i.test(reason)]),
      [
        [13, true],
        [14, true],
        [15, false],
      ],
    );
  });

  it('does not take a trade number for identity once a spreadsheet has cut it short', async () => {
    const read = await collect(
      `${BANNER}${HEAD}45292,INFOSYS LIMITED,15000,NSE,EQ,1594,,,,2.40116E+13,,Buy,10,1500\n`,
    );
    assert.deepEqual(
      read.transactions.map((one) => one.execution_id),
      [null],
    );
  });

  it('knows its holdings by the name above the table', async () => {
    const read = await collect(
      `${BANNER}Symbol,ISIN,Company Name,Net Qty,Avg Price,LTP,Current Value\n` +
        'INFY-EQ,INE009A01021,INFOSYS LIMITED,10,1400.5,1500,15000\nTotal,,,,,,15000\n',
    );
    assert.equal(read.detected_format, 'upstox-holdings');
    assert.deepEqual(
      cellsOf(read.holdings, 'symbol', 'isin', 'name', 'quantity', 'avg_buy_price', 'current_price'),
      [['INFY', 'INE009A01021', 'INFOSYS LIMITED', '10', '1400.5', '1500']],
    );
    assert.deepEqual(read.excluded, [{ row: 11, reason: NO_ENTRY }]);
  });
});

describe('portfolio/import fyers-tradebook', () => {
  const REPORT =
    'Report Title,Tradebook report\nDate Range,From 01/07/2026 to 03/07/2026\nClient Name,A. PERSON\nClient ID,XA00000\n' +
    'PAN,ABCDE1234F\nDownload Timestamp,19/08/2026 11:47:57 IST\n\n';
  const HEAD =
    'Symbol name,Symbol code,Date & time,Side,Product type,Qty,Traded price,Total value,Segment,Exchange order ID,OMS order ID\n';

  it('reads the report, and leaves out what it repeats at midnight', async () => {
    const read = await collect(
      `${REPORT}${HEAD}` +
        'INFY,INFY-EQ,"02 Jul 2026, 10:00:00 AM",BUY,CNC,2.00,"1,500.00","3,000.00",Capital Market,1100000000000003,2607020000003\n' +
        'INFY,INFY-EQ,"02 Jul 2026, 10:00:00 AM",BUY,CNC,2.00,"1,500.00","3,000.00",Capital Market,2.2E+15,2.60702E+12\n' +
        'INFY,INFY-EQ,"02 Jul 2026, 12:00:00 AM",SELL,-,2.00,"1,500.00","3,000.00",Capital Market,NDIR0001,NDIR0001\n' +
        'NIFTY26OCTFUT,NIFTY FUT,"01 Jul 2026, 09:20:00 AM",BUY,Intraday,75,25000,"18,75,000.00",Derivatives,1300000000000001,2610010000001\n' +
        'AUDINR26OCTFUT,AUDINR FUT,"01 Jul 2026, 10:00:00 AM",BUY,Overnight,1000,55.5,"55,500.00",Currency,1300000000000003,2610010000003\n',
    );
    assert.equal(read.detected_format, 'fyers-tradebook');
    assert.deepEqual(read.issues, []);
    // Two fills alike in all are two fills: neither has an id of its own.
    assert.deepEqual(
      cellsOf(read.transactions, 'row', 'symbol', 'date', 'type', 'quantity', 'price', 'execution_id'),
      [
        [9, 'INFY', '2026-07-02', 'BUY', '2', '1500', null],
        [10, 'INFY', '2026-07-02', 'BUY', '2', '1500', null],
      ],
    );
    assert.deepEqual(
      read.excluded.map(({ row, reason }) => [
        row,
        /a duplicate|derivative/i.exec(reason)?.[0].toLowerCase(),
      ]),
      [
        [11, 'a duplicate'],
        [12, 'derivative'],
        [13, 'derivative'],
      ],
    );
  });

  it('reads a report with names only, ids as formulas', async () => {
    const read = await collect(
      `${REPORT}Name,Date & time,Side,Product type,Qty,Traded price,Total value,Segment,Exchange order ID,OMS order ID\n` +
        'STEELCAST LIMITED,"05 Aug 2026, 09:49:14 AM",BUY,Delivery,30.00,340.35,"10,210.50",Equity,"=""1300000014614276""","=""26080500063241.0"""\n',
    );
    assert.equal(read.detected_format, 'fyers-tradebook');
    assert.deepEqual(cellsOf(read.transactions, 'symbol', 'quantity', 'price'), [
      ['STEELCAST LIMITED', '30', '340.35'],
    ]);
  });

  it('reads a list from its interface: side 1 and -1, dd-mm-yyyy, order numbers cut short by a spreadsheet', async () => {
    const read = await collect(
      'symbol,orderDateTime,side,tradedQty,tradePrice,tradeValue,orderNumber,tradeNumber,exchange,segment,productType\n' +
        'NSE:SBIN-EQ,16-01-2024 09:16,1,10,640.5,6405,2.40116E+13,24011600012345-7788,10,10,CNC\n' +
        'NSE:SBIN-EQ,16-01-2024 10:05,-1,4,645,2580,2.40116E+13,2.40116E+13,10,10,CNC\n' +
        'NSE:SBIN-EQ,05-02-2024 10:05,-1,4,650,2600,2.40205E+13,,10,10,CNC\n' +
        'NSE:NIFTY24JANFUT,16-01-2024 10:05,1,50,21500,1075000,2.40116E+13,5,10,11,MARGIN\n',
    );
    assert.equal(read.detected_format, 'fyers-tradebook');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(
      cellsOf(read.transactions, 'symbol', 'date', 'type', 'quantity', 'price', 'execution_id'),
      [
        ['SBIN', '2024-01-16', 'BUY', '10', '640.5', 'NSE:2024-01-16:24011600012345-7788'],
        ['SBIN', '2024-01-16', 'SELL', '4', '645', null],
        ['SBIN', '2024-02-05', 'SELL', '4', '650', null],
      ],
    );
    assert.match(read.excluded[0]?.reason ?? '', /derivative/i);
  });
});

describe('portfolio/import zerodha-holdings, the form of 2026', () => {
  it('knows no price where the current value is 0: a suspended share is not worthless', async () => {
    const read = await collect(
      '"Instrument","Qty.","Avg. cost","LTP","Invested","Cur. val","P&L","Net chg.","Day chg.",""\n' +
        '"INFY","10","1,400.50","1,500.00","14,005.00","15,000.00","995.00","7.10","0.40",""\n' +
        '"DEADCO","10","12.50","3.15","125.00","0.00","-125.00","-100.00","0.00",""\n',
    );
    assert.equal(read.detected_format, 'zerodha-holdings');
    assert.deepEqual(cellsOf(read.holdings, 'symbol', 'avg_buy_price', 'current_price'), [
      ['INFY', '1400.5', '1500'],
      ['DEADCO', '12.5', null],
    ]);
  });
});

describe('portfolio/import zerodha-tradebook of mutual funds', () => {
  const HEAD =
    'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time\n';

  it('reads funds: the exchange is BSE, the symbol the name of the fund, and the ISIN tells which it is', async () => {
    const read = await collect(
      `${HEAD}PARAG PARIKH FLEXI CAP FUND - DIRECT PLAN-GR,INF879O01027,2024-01-05,BSE,MF,,buy,false,152.345000,65.640300,8001,9001,2024-01-08T00:00:00\n` +
        // The segment is blank in some years; a fund's ISIN and a name with spaces say it too.
        'PARAG PARIKH FLEXI CAP FUND - DIRECT PLAN,INF879O01027,2024-02-05,BSE,,,sell,false,10.000000,66.000000,8002,9002,2024-02-06T00:00:00\n',
    );
    assert.deepEqual(read.issues, []);
    assert.deepEqual(
      cellsOf(read.transactions, 'symbol', 'isin', 'asset_class', 'quantity', 'price', 'execution_id'),
      [
        [
          'PARAG PARIKH FLEXI CAP FUND - DIRECT PLAN-GR',
          'INF879O01027',
          'Mutual Fund',
          '152.345',
          '65.6403',
          'BSE:2024-01-05:8001',
        ],
        [
          'PARAG PARIKH FLEXI CAP FUND - DIRECT PLAN',
          'INF879O01027',
          'Mutual Fund',
          '10',
          '66',
          'BSE:2024-02-05:8002',
        ],
      ],
    );
  });
});

describe('portfolio/import zerodha-dividends', () => {
  it('reads the report: marks on symbols come off, the ex-date is named as such, the total is left out', async () => {
    const read = await collect(
      ',Client ID,AB1234,,,,\n,,,,,,\n,Equity Dividends from 2024-04-01 to 2025-03-31,,,,,\n,,,,,,\n' +
        ',Symbol,ISIN,Ex-date,Quantity,Dividend Per Share,Net Dividend Amount\n' +
        ',INFY#,INE009A01021,2024-05-31,10,20,200\n' +
        ',SBIN*,INE062A01020,2024-05-22,5,13.7,68.5\n' +
        ',ITC6,INE154A01025,2024-06-04,100,7.5,750\n' +
        ',EBBETF0426,INF754K01LE1,2024-06-05,1,1,1\n' +
        ',Total Dividend Amount,,,,,1019.5\n' +
        ',# Dividend of shares pledged,,,,,\n',
    );
    assert.equal(read.detected_format, 'zerodha-dividends');
    assert.deepEqual(cellsOf(read.transactions, 'row', 'symbol', 'date', 'type', 'quantity', 'price'), [
      [6, 'INFY', '2024-05-31', 'DIVIDEND', '10', '20'],
      [7, 'SBIN', '2024-05-22', 'DIVIDEND', '5', '13.7'],
      [8, 'ITC', '2024-06-04', 'DIVIDEND', '100', '7.5'],
      [9, 'EBBETF0426', '2024-06-05', 'DIVIDEND', '1', '1'],
    ]);
    assert.match(read.transactions[0]?.note ?? '', /ex-date/);
    assert.deepEqual(
      read.excluded.map(({ row }) => row),
      [10, 11],
    );
  });
});
