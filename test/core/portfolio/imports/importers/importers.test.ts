import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';

const TRADEBOOK =
  'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time';

function tradebook(...rows: string[]): string {
  return `${TRADEBOOK}\n${rows.join('\n')}\n`;
}

describe('portfolio/import zerodha-tradebook', () => {
  it('reads the current layout: NSE and BSE, blank series, noisy prices, one execution id a fill', async () => {
    const file = tradebook(
      'SBIN,INE062A01020,2021-01-01,NSE,EQ,EQ,buy,false,5.000000,275.000000,40000386,1115759107576486,2021-01-01T09:18:54',
      'SBIN,INE062A01020,2021-01-01,BSE,EQ,,sell,false,5.000000,108.099998,40000386,1115759107576486,2021-01-01T09:18:54',
    );
    const read = await collect(file);
    assert.equal(read.type, 'transactions');
    assert.equal(read.detected_format, 'zerodha-tradebook');
    assert.deepEqual(read.mapping, {
      symbol: 'symbol',
      isin: 'isin',
      date: 'trade_date',
      type: 'trade_type',
      quantity: 'quantity',
      price: 'price',
      execution_id: 'trade_id',
      executed_at: 'order_execution_time',
    });
    assert.deepEqual(read.unmapped_columns, ['series', 'auction', 'order_id']);
    assert.deepEqual(read.issues, []);
    assert.deepEqual(read.transactions, [
      {
        row: 2,
        portfolio: null,
        symbol: 'SBIN',
        date: '2021-01-01',
        type: 'BUY',
        quantity: '5',
        price: '275',
        fee_tax: '0',
        currency: 'INR',
        isin: 'INE062A01020',
        security_id: null,
        asset_class: 'Indian Equity',
        note: null,
        execution_id: 'NSE:2021-01-01:40000386',
        executed_at: '09:18:54',
      },
      {
        ...read.transactions[0],
        row: 3,
        type: 'SELL',
        price: '108.099998',
        execution_id: 'BSE:2021-01-01:40000386',
      },
    ]);
  });

  it('reads the layout of 2019, which has no ISIN', async () => {
    const read = await collect(
      'trade_date,tradingsymbol,exchange,segment,trade_type,quantity,price,order_id,trade_id,order_execution_time\n' +
        '2019-01-22,MRF,NSE,EQ,sell,1.0,65416.15,1200000005715279,52399237,2019-01-22T14:44:38\n',
    );
    assert.equal(read.detected_format, 'zerodha-tradebook');
    const [row] = read.transactions;
    assert.equal(row?.isin, null);
    assert.equal(row?.price, '65416.15');
    assert.equal(row?.execution_id, 'NSE:2019-01-22:52399237');
    assert.equal(row?.executed_at, '14:44:38');
  });

  it('reads the workbook form saved as CSV: client rows above, spaced headers, an empty first column', async () => {
    const read = await collect(
      ',Client ID,AB1234,,,,,,,\n,,,,,,,,,\n,Tradebook for Equity from 2021-04-01 to 2022-03-31,,,,,,,,\n' +
        ',Symbol,ISIN,Trade Date,Exchange,Segment,Trade Type,Quantity,Price,Trade ID\n' +
        ',INFY,INE009A01021,2021-04-05,NSE,EQ,buy,1,1400,77\n',
    );
    assert.equal(read.detected_format, 'zerodha-tradebook');
    assert.equal(read.transactions[0]?.row, 5);
    assert.equal(read.transactions[0]?.execution_id, 'NSE:2021-04-05:77');
  });

  it('knows an execution again by its day, however the file was made to write it', async () => {
    const header = 'symbol,isin,trade_date,exchange,segment,trade_type,quantity,price,trade_id';
    const row = (date: string) => `SBIN,INE062A01020,${date},NSE,EQ,buy,5,275,40000386`;
    // month first, as the second row proves; 44197 is 2021-01-01 where a spreadsheet counts
    const read = await collect(
      `${header}\n${row('1/2/2021')}\n${row('1/13/2021')}\n${row('2021-01-01')}\n${row('44197')}\n`,
    );
    assert.deepEqual(
      read.transactions.map((one) => one.execution_id),
      [
        'NSE:2021-01-02:40000386',
        'NSE:2021-01-13:40000386',
        'NSE:2021-01-01:40000386',
        'NSE:2021-01-01:40000386',
      ],
    );
  });

  it('leaves derivatives out, with the reason on each row', async () => {
    const read = await collect(
      `${TRADEBOOK},expiry_date\n` +
        'NIFTY2560524750PE,,2025-06-02,NSE,FO,,sell,false,150.000000,326.800000,238243,1500000005277076,2025-06-02T09:21:55,2025-06-05\n' +
        'USDINR,,2025-06-02,NSE,CDS,,buy,false,1,85,2,3,2025-06-02T09:21:55,2025-06-26\n',
    );
    assert.deepEqual(read.transactions, []);
    assert.deepEqual(
      read.excluded.map(({ row, reason }) => [row, /derivative/i.test(reason)]),
      [
        [2, true],
        [3, true],
      ],
    );
  });

  it('portfolio/Import and ledger rules 5: tells shares, ETFs, bonds and funds apart, whatever the default', async () => {
    const row = (symbol: string, isin: string, segment = 'EQ') =>
      `${symbol},${isin},2021-01-01,NSE,${segment},,buy,false,1,10,${symbol.length},1,`;
    const read = await collect(
      tradebook(
        row('SBIN', 'INE062A01020'),
        row('LIQUIDCASE', 'INF0R8F01034'),
        row('GOLDBEES', ''),
        row('SILVERETF', ''),
        row('SGBAUG28V-GB', ''),
        row('SUZLON-BE', ''),
        row('BAJAJ-AUTO', ''),
        row('Parag Parikh Flexi Cap Fund - Direct Plan', 'INF879O01027', 'MF'),
      ),
      { defaultAssetClass: 'US Equity' },
    );
    assert.deepEqual(cellsOf(read.transactions, 'symbol', 'asset_class'), [
      ['SBIN', 'Indian Equity'],
      ['LIQUIDCASE', 'ETF'],
      ['GOLDBEES', 'ETF'],
      ['SILVERETF', 'ETF'],
      ['SGBAUG28V', 'Bond'],
      ['SUZLON', 'Indian Equity'],
      ['BAJAJ-AUTO', 'Indian Equity'],
      ['Parag Parikh Flexi Cap Fund - Direct Plan', 'Mutual Fund'],
    ]);
  });
});

describe('portfolio/import zerodha-holdings', () => {
  it('reads the Kite download: quoted cells, a last column without a name, a suspended share', async () => {
    const read = await collect(
      '"Instrument","Qty.","Avg. cost","LTP","Invested","Cur. val","P&L","Net chg.","Day chg.",""\n' +
        '"NIFTYBEES","600","266.6","272.99","159960","163794","3834","2.4","-0.14",""\n' +
        '"GVT&D",5,3105.36,4323.3,15526.8,21616.5,6089.7,39.22,2.88,""\n' +
        '"DEADCO",10,12.5,0,125,0,-125,-100,0,""\n',
    );
    assert.equal(read.type, 'holdings');
    assert.equal(read.detected_format, 'zerodha-holdings');
    assert.deepEqual(read.unmapped_columns, []);
    assert.deepEqual(read.mapping, {
      symbol: 'Instrument',
      quantity: 'Qty.',
      avg_buy_price: 'Avg. cost',
      current_price: 'LTP',
    });
    assert.deepEqual(
      cellsOf(read.holdings, 'symbol', 'asset_class', 'quantity', 'avg_buy_price', 'current_price'),
      [
        ['NIFTYBEES', 'ETF', '600', '266.6', '272.99'],
        ['GVT&D', 'Indian Equity', '5', '3105.36', '4323.3'],
        // a last price of 0 is no price: unknown, not worthless
        ['DEADCO', 'Indian Equity', '10', '12.5', null],
      ],
    );
  });

  it('reads the older download without Invested, and asks a fund for its ISIN', async () => {
    const read = await collect(
      'Instrument,Qty.,Avg. cost,LTP,Cur. val,P&L,Net chg.,Day chg.\n' +
        'RELIANCE-EQ,15,2450.50,2890.00,43350.00,6592.50,17.93,1.2\n' +
        'AXIS SMALL CAP FUND - DIRECT PLAN,10.5,50,60,630,105,20,0.1\n',
    );
    assert.equal(read.holdings[0]?.symbol, 'RELIANCE');
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [[3, 'isin']],
    );
  });

  it('reads the Console statement: what is pledged is still owned', async () => {
    const read = await collect(
      'Client ID,AB1234\n\nEquity Holdings Statement as on 2024-03-31\n\n' +
        'Symbol,ISIN,Sector,Quantity Available,Quantity Discrepant,Quantity Long Term,Quantity Pledged (Margin),' +
        'Quantity Pledged (Loan),Average Price,Previous Closing Price,Unrealized P&L,Unrealized P&L Pct.\n' +
        'INFY,INE009A01021,IT,"1,008",0,8,2,1,1450.5,1500,49.5,3.4\n' +
        'SOLD,INE062A01020,BANKS,0,0,0,0,0,0,600,0,0\n',
    );
    assert.equal(read.detected_format, 'zerodha-holdings');
    const [infy] = read.holdings;
    // 1,008 free + 2 pledged for margin + 1 for a loan
    assert.deepEqual(
      [infy?.row, infy?.quantity, infy?.sector, infy?.previous_close],
      [6, '1011', 'IT', '1500'],
    );
    assert.deepEqual(read.excluded, [{ row: 7, reason: 'The quantity is 0.' }]);
  });
});

describe('portfolio/import generic', () => {
  it('reads transactions of unknown brokers by the words of their headers', async () => {
    const read = await collect(
      'TRADE DATE,Stock Symbol,Buy/Sell,Qty,Rate,Brokerage,Exchange\n' +
        '25-03-2024,nse:infy,B,10,"1,500.50",20,NSE\n' +
        '05-03-2024,TCS.NS,Sold,2,4000,,NSE\n',
    );
    assert.equal(read.detected_format, 'generic');
    assert.deepEqual(read.mapping, {
      date: 'TRADE DATE',
      symbol: 'Stock Symbol',
      type: 'Buy/Sell',
      quantity: 'Qty',
      price: 'Rate',
      fee_tax: 'Brokerage',
    });
    assert.deepEqual(read.unmapped_columns, ['Exchange']);
    assert.deepEqual(cellsOf(read.transactions, 'symbol', 'date', 'type', 'quantity', 'price', 'fee_tax'), [
      ['INFY', '2024-03-25', 'BUY', '10', '1500.5', '20'],
      // day first, as the row above proves
      ['TCS', '2024-03-05', 'SELL', '2', '4000', '0'],
    ]);
  });

  it('reads a US broker: title, dollar signs, sales with a minus, footnotes', async () => {
    const read = await collect(
      '\n"Brokerage account, as of 06/30/2024"\n\n' +
        'Run Date,Action,Symbol,Quantity,Price ($),Commission ($),Amount ($)\n' +
        '06/28/2024,YOU BOUGHT,AAPL,10,$190.50,$0.00,"($1,905.00)"\n' +
        '06/03/2024,YOU SOLD,MSFT,-2,$400,,$800\n' +
        '06/04/2024,Dividend,AAPL,,,,$2.40\n' +
        '06/05/2024,Interest,,,,,$1.00\n' +
        'Total,,,,,,"$1,000"\n' +
        '"The data here is for information only, and so on."\n',
    );
    assert.deepEqual(read.issues, []);
    assert.deepEqual(cellsOf(read.transactions, 'date', 'type', 'symbol', 'quantity', 'price', 'currency'), [
      ['2024-06-28', 'BUY', 'AAPL', '10', '190.5', 'USD'],
      ['2024-06-03', 'SELL', 'MSFT', '2', '400', 'USD'],
      // quantity 0: the price is the whole amount
      ['2024-06-04', 'DIVIDEND', 'AAPL', '0', '2.4', 'USD'],
    ]);
    assert.deepEqual(
      read.excluded.map(({ row }) => row),
      [8, 9, 10],
    );
  });

  it('reads words that the segments of shares are put together of, and asks about others', async () => {
    const read = await collect(
      'Symbol,Date,Type,Quantity,Price,Segment\n' +
        'ITC,2024-01-02,BUY,1,400,NSE Equity\nITC,2024-01-03,BUY,2,400,Equity Delivery\n' +
        'AAPL,2024-01-04,BUY,3,180,US Stocks\nITC,2024-01-05,BUY,4,400,BSE_EQUITY\n' +
        'ITC,2024-01-08,BUY,5,400,Equity Rights\nITC,2024-01-09,BUY,6,400,NSE Equity Derivatives\n',
      { defaultCurrency: 'INR' },
    );
    assert.deepEqual(
      read.transactions.map(({ quantity }) => quantity),
      ['1', '2', '3', '4'],
    );
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [[6, 'type']],
    );
    assert.deepEqual(
      read.excluded.map(({ row }) => row),
      [7],
    );
  });

  it('compares the amount of a trade, and not that of a dividend, of which tax may have been taken', async () => {
    const read = await collect(
      'Date,Type,Symbol,Quantity,Price,Amount\n' +
        '2024-06-28,BUY,ITC,10,400,3999.50\n' +
        '2024-06-28,BUY,TCS,10,400,3900\n' +
        // 10 a share less 10 % of tax
        '2024-07-01,DIVIDEND,ITC,10,10,90\n',
      { defaultAssetClass: 'Indian Equity', defaultCurrency: 'INR' },
    );
    assert.deepEqual(cellsOf(read.transactions, 'type', 'symbol', 'quantity', 'price'), [
      ['BUY', 'ITC', '10', '399.95'],
      ['DIVIDEND', 'ITC', '10', '10'],
    ]);
    assert.deepEqual(
      read.issues.map(({ row, field }) => [row, field]),
      [[3, 'price']],
    );
  });

  it('takes no total of a list of holdings for a holding, and a company called Total for one', async () => {
    const read = await collect(
      'Symbol,Quantity,Avg Price,Invested Amount\nITC,10,400,4000\nTotal SA,5,60,300\n' +
        'Total Equity,15,,4300\nTotal Shares,15,,\nTotal Portfolio,15,286.67,4300\n',
      { defaultAssetClass: 'Indian Equity', defaultCurrency: 'INR' },
    );
    assert.deepEqual(read.issues, []);
    assert.deepEqual(
      read.holdings.map(({ symbol }) => symbol),
      ['ITC', 'TOTAL SA'],
    );
  });

  it('reads semicolons with decimal commas, and a statement of holdings with a banner of two lines', async () => {
    const read = await collect(
      '"Holdings of\nA. Person";;;\nISIN;Stock Name;Units;Average Price;LTP\n' +
        'INE009A01021;Infosys Ltd;1.000;1.450,50;1.500,00\nINE062A01020;State Bank;2,5;600,00;\n',
    );
    assert.equal(read.type, 'holdings');
    assert.equal(read.context.decimal_mark, ',');
    assert.deepEqual(
      cellsOf(read.holdings, 'row', 'symbol', 'quantity', 'avg_buy_price', 'current_price', 'asset_class'),
      [
        [3, 'INFOSYS LTD', '1000', '1450.5', '1500', 'Indian Equity'],
        [4, 'STATE BANK', '2.5', '600', null, 'Indian Equity'],
      ],
    );
  });

  it('leaves out derivatives by segment or kind of instrument', async () => {
    const read = await collect(
      'Date,Symbol,Segment,Instrument Type,Type,Quantity,Price\n' +
        '2024-01-25,NIFTY24JANFUT,NFO,,BUY,50,21000\n2024-01-25,AAPL 240126C,,OPT,BUY,1,5\n2024-01-25,INFY,EQ,STK,BUY,1,1500\n',
    );
    assert.deepEqual([read.transactions.length, read.excluded.length], [1, 2]);
    assert.equal(read.transactions[0]?.asset_class, 'Indian Equity');
  });

  it('prefers a header further down that is understood better', async () => {
    const read = await collect(
      `Symbol,Date,Type,Quantity,Price\n${tradebook('X,,2021-01-01,NSE,EQ,,buy,false,1,1,9,9,')}`,
    );
    assert.equal(read.detected_format, 'zerodha-tradebook');
  });
});

describe('portfolio/import munim', () => {
  it('keeps negative adjustments, exact notes and execution ids, beside columns of somebody else', async () => {
    const read = await collect(
      'portfolio,SYMBOL,Date,Type,Quantity,Price,Fee_Tax,Currency,ISIN,Security_ID,Asset_Class,Note,Execution_ID,Mine\n' +
        'Main,INFY,2024-01-01,SELL,-5,10,0,INR,,,Indian Equity," \'=1+1 ",NSE:1,x\n' +
        "Main,INFY,2024-01-02,SELL,-5,10,0,INR,,,Indian Equity,'=1+1,,x\n",
    );
    assert.equal(read.detected_format, 'munim');
    assert.deepEqual(read.unmapped_columns, ['Mine']);
    assert.equal(read.context.signed_sells, false);
    assert.deepEqual(cellsOf(read.transactions, 'portfolio', 'quantity', 'note', 'execution_id'), [
      ['Main', '-5', " '=1+1 ", 'NSE:1'],
      ['Main', '-5', '=1+1', null],
    ]);
  });
});
