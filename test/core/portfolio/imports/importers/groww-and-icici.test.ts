import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';

/* Files as Groww and ICICI Direct write them, with all that stands around the table. Names, ids and amounts are invented. */

const NO_ENTRY = 'A title, total or footnote, not a row of data.';

describe('portfolio/import groww-stocks', () => {
  const FILE =
    'Name,A. Person\nUnique Client Code,1234567890\n\n' +
    'Order history for stocks from 01-04-2024 to 31-03-2025\n\n' +
    'Stock name,Symbol,ISIN,Type,Quantity,Value,Exchange,Exchange Order Id,Execution date and time,Order status\n' +
    'TATA STEEL LTD,TATASTEEL,INE081A01020,BUY,10,"1,540.50",NSE,1.1E+15,05-04-2024 09:38 AM,Executed\n' +
    'STATE BANK OF INDIA,SBIN,INE062A01020,SELL,3,2500,BSE,1200000000000001,12-11-2024 03:29 PM,Executed\n' +
    'STATE BANK OF INDIA,SBIN,INE062A01020,BUY,3,2400,BSE,1200000000000002,12-11-2024 11:00 AM,Cancelled\n' +
    'STATE BANK OF INDIA,SBIN,INE062A01020,BUY,3,2400,BSE,,,Failed\n' +
    'STATE BANK OF INDIA,SBIN,INE062A01020,BUY,3,2400,BSE,1200000000000003,12-11-2024 11:02 AM,\n';

  it('reads the table below the client: the value is the total, dates are day first, only executed orders count', async () => {
    const read = await collect(FILE);
    assert.equal(read.detected_format, 'groww-stocks');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(cellsOf(read.transactions, 'row', 'symbol', 'date', 'type', 'quantity', 'price'), [
      // 1,540.50 for 10
      [7, 'TATASTEEL', '2024-04-05', 'BUY', '10', '154.05'],
      // 2,500 for 3, to ten decimals
      [8, 'SBIN', '2024-11-12', 'SELL', '3', '833.3333333333'],
    ]);
    assert.deepEqual(read.transactions[0]?.asset_class, 'Indian Equity');
    assert.deepEqual(read.excluded, [
      { row: 9, reason: 'The order status is "Cancelled". Only executed orders are trades.' },
      { row: 10, reason: 'The order status is "Failed". Only executed orders are trades.' },
      { row: 11, reason: 'The order status is blank. Only executed orders are trades.' },
    ]);
  });

  it('takes no order id for the identity of a trade: several fills share one, and spreadsheets cut it short', async () => {
    const read = await collect(FILE);
    assert.deepEqual(
      read.transactions.map((one) => one.execution_id),
      [null, null],
    );
  });

  it('reads 05-04-2024 day first even where no row proves it, and month first where a row proves that', async () => {
    const [head, ...rows] = FILE.split('Order status\n');
    const proved = `${head}Order status\nX,SBIN,INE062A01020,BUY,1,800,NSE,,04-25-2024 09:38 AM,Executed\n`;
    const first = rows.join('').split('\n')[0] ?? '';
    assert.equal((await collect(`${head}Order status\n${first}\n`)).transactions[0]?.date, '2024-04-05');
    assert.deepEqual(
      (await collect(`${proved}${first}\n`)).transactions.map((one) => one.date),
      ['2024-04-25', '2024-05-04'],
    );
  });

  it('says what is wrong with a value that is no number, and takes a price typed for it', async () => {
    const read = await collect(FILE.replace('"1,540.50"', 'n.a.?'));
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [[7, 'price']],
    );
    assert.match(read.issues[0]?.message ?? '', /comes from "n\.a\.\?" is not a number/);
  });

  it('reads the statement of holdings, whose total row is left out with a reason', async () => {
    const read = await collect(
      'Name,A. Person\nUnique Client Code,1234567890\n\nHoldings statement for stocks as on 30-09-2026\n\nSummary\n' +
        'Invested Value,"7,92,306"\nClosing Value,"11,05,500"\n\n' +
        'Stock Name,ISIN,Quantity,Average buy price,Buy value,Closing price,Closing value,Unrealised P&L\n' +
        'HDFC BANK LTD,INE040A01034,15,1620.40,24306.00,1700.00,25500.00,1194.00\n' +
        'ITC LTD,INE154A01025,"1,200",640,"7,68,000",900,"10,80,000","3,12,000"\n' +
        'Total,,,,"7,92,306",,"11,05,500",\n',
    );
    assert.equal(read.detected_format, 'groww-holdings');
    assert.deepEqual(
      cellsOf(read.holdings, 'row', 'symbol', 'isin', 'quantity', 'avg_buy_price', 'current_price'),
      [
        [11, 'HDFC BANK LTD', 'INE040A01034', '15', '1620.4', '1700'],
        [12, 'ITC LTD', 'INE154A01025', '1200', '640', '900'],
      ],
    );
    assert.deepEqual(read.excluded, [{ row: 13, reason: NO_ENTRY }]);
  });
});

describe('portfolio/import groww-funds', () => {
  const HEAD =
    'Personal Details\nName,A. Person\nMobile Number,0000000000\nPAN,ABCDE1234F\n\n\n' +
    'TRANSACTIONS FROM Jan 01 2021 TO Jul 24 2026\n\n\n' +
    'Scheme Name,Transaction Type,Units,NAV,Amount,Date\n\n';

  it('reads orders below a long preamble: month names, thousands, and the amount for what it cost', async () => {
    const read = await collect(
      `${HEAD}Parag Parikh Flexi Cap Fund Direct Growth,PURCHASE,612.345,81.65,"49,997",08 Jul 2026\n` +
        'UTI Nifty 50 Index Fund Direct Growth,REDEEM,100,201.34,20134,18 Feb 2021\n' +
        'UTI Nifty 50 Index Fund Direct Growth,SWITCH_OUT,10,201.34,2013.4,19 Feb 2021\n',
    );
    assert.equal(read.detected_format, 'groww-funds');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(
      cellsOf(read.transactions, 'row', 'symbol', 'date', 'type', 'quantity', 'price', 'asset_class'),
      [
        // 49,997 / 612.345 = 81.6484171505…; the NAV shown is 81.65, and 612.345 times that is 49,997.97
        [
          12,
          'Parag Parikh Flexi Cap Fund Direct Growth',
          '2026-07-08',
          'BUY',
          '612.345',
          '81.6484171505',
          'Mutual Fund',
        ],
        [13, 'UTI Nifty 50 Index Fund Direct Growth', '2021-02-18', 'SELL', '100', '201.34', 'Mutual Fund'],
        [14, 'UTI Nifty 50 Index Fund Direct Growth', '2021-02-19', 'SELL', '10', '201.34', 'Mutual Fund'],
      ],
    );
  });

  it('takes the NAV where the amount is blank', async () => {
    const read = await collect(`${HEAD}Axis Fund Direct Growth,PURCHASE,10,73.01,,10 Mar 2022\n`);
    assert.equal(read.transactions[0]?.price, '73.01');
  });

  it('reads the holdings of funds by what they cost in all, and asks for the ISIN they are priced by', async () => {
    const file = (isin: string) =>
      `Scheme Name,AMC,Category,Sub-category,Folio No.,Source,Units,Invested Value,Current Value,Returns,XIRR${isin === '' ? '' : ',ISIN'}\n` +
      `Parag Parikh Flexi Cap Fund Direct Growth,PPFAS Mutual Fund,Equity,Flexi Cap,12345,Groww,100.5,"50,250",72360,22110,18.5%${isin}\n` +
      'Total,,,,,,,50250,72360,22110,\n';
    const read = await collect(file(',INF879O01027'));
    assert.equal(read.detected_format, 'groww-fund-holdings');
    // 50,250 / 100.5 = 500; 72,360 / 100.5 = 720
    assert.deepEqual(cellsOf(read.holdings, 'isin', 'quantity', 'avg_buy_price', 'current_price'), [
      ['INF879O01027', '100.5', '500', '720'],
    ]);
    assert.deepEqual(read.excluded, [{ row: 3, reason: NO_ENTRY }]);
    assert.deepEqual(
      (await collect(file(''))).issues.map(({ row, field }) => [row, field]),
      [[2, 'isin']],
    );
  });
});

describe('portfolio/import icici-direct', () => {
  const HEAD =
    'Stock Symbol,Company Name,ISIN Code,Action,Quantity,Transaction Price,Brokerage,Transaction Charges,StampDuty,' +
    'Segment,STT Paid/Not Paid,Remarks,Transaction Date,Exchange,\n';

  it('reads its transactions: own symbols with their ISIN, charges of each row, a comma at each end', async () => {
    const read = await collect(
      `${HEAD}INFTEC,INFOSYS LIMITED,INE009A01021,Buy,10,1400.50,120.86,0.40,2.10,Rolling,STT Paid,icicidirect,11-Jul-2017,BSE,\n` +
        'INFTEC,INFOSYS LIMITED,INE009A01021,Buy,10,0,0,0,0,Rolling,STT Not Paid,Split/bonus,05-Sep-2018,NSE,\n' +
        'INFTEC,INFOSYS LIMITED,INE009A01021,Sell,5,"1,500.00",- ,- 0.77,0.02,Rolling,STT Paid,icicidirect,03-Jan-2020,NSE,\n',
    );
    assert.equal(read.detected_format, 'icici-direct');
    assert.deepEqual(
      cellsOf(read.transactions, 'symbol', 'isin', 'date', 'type', 'quantity', 'price', 'fee_tax'),
      [
        // 120.86 + 0.40 + 2.10
        ['INFTEC', 'INE009A01021', '2017-07-11', 'BUY', '10', '1400.5', '123.36'],
        ['INFTEC', 'INE009A01021', '2018-09-05', 'BUY', '10', '0', '0'],
      ],
    );
    assert.deepEqual(
      read.transactions.map((one) => one.note),
      [null, 'Split/bonus'],
    );
    // -0.77 + 0.02 is a fee below zero: shown, not guessed away
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [[4, 'fee_tax']],
    );
    assert.match(read.issues[0]?.message ?? '', /"- 0\.77 \+ 0\.02"/);
  });

  it('reads the trade book, whose charges stand in four columns, or in one', async () => {
    const head =
      'Date,Stock,Action,Qty,Price,Trade Value,Brokerage incl. taxes,Order Ref.,Settlement,Segment,DP Id - Client DP Id,' +
      'Exchange,STT,Transaction and SEBI Turnover charges,Stamp Duty,Brokerage + Service Tax,\n';
    const read = await collect(
      `${head}01-Jul-2024,INFTEC,Buy,10,1400,14000,60.5,20240701N500000001,2024120,Rolling,IN30-1,NSE,14,0.5,2.1,43.9,\n` +
        '02-Jul-2024,INFTEC,Sell,4,1500,6000,30.25,20240702N500000001,2024121,Rolling,IN30-1,NSE,,,,,\n',
    );
    assert.equal(read.detected_format, 'icici-direct');
    assert.deepEqual(cellsOf(read.transactions, 'date', 'type', 'fee_tax', 'execution_id'), [
      // 43.9 + 0.5 + 2.1 + 14
      ['2024-07-01', 'BUY', '60.5', null],
      ['2024-07-02', 'SELL', '30.25', null],
    ]);
  });

  it('reads the summary: gains in parentheses and as "- 0.77" are no matter, shares sold out hold nothing', async () => {
    const read = await collect(
      'Stock Symbol,Company Name,ISIN Code,Qty,Average Cost Price,Current Market Price,% Change over prev close,Value At Cost,' +
        'Value At Market Price,Realized Profit / Loss,Unrealized Profit/Loss,Unrealized Profit/Loss %,\n' +
        'HDFBAN,HDFC BANK LTD,INE040A01034,10,"1,500.25",1600.75,- 0.77,15002.50,16007.50,(125.50),1005.00,6.70,\n' +
        'STABAN,STATE BANK OF INDIA,INE062A01020,0,0,812.40,(1.20),0,0,"(2,125.50)",0,0,\n' +
        'Total,,,,,,,15002.50,16007.50,(2251.00),1005.00,6.70,\n',
    );
    assert.equal(read.detected_format, 'icici-direct-holdings');
    assert.deepEqual(read.issues, []);
    assert.deepEqual(cellsOf(read.holdings, 'symbol', 'name', 'quantity', 'avg_buy_price', 'current_price'), [
      ['HDFBAN', 'HDFC BANK LTD', '10', '1500.25', '1600.75'],
    ]);
    assert.deepEqual(read.excluded, [
      { row: 3, reason: 'The quantity is 0.' },
      { row: 4, reason: NO_ENTRY },
    ]);
  });
});
