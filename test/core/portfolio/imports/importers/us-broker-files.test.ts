import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';

describe('portfolio/import generic, with files of US brokers', () => {
  it('reads Schwab: a title row, days "as of" another, whole dividends, sweeps, a total', async () => {
    const read = await collect(
      '"Transactions  for account ...123 as of 03/01/2024 10:00:00 ET"\n' +
        '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n' +
        '"02/15/2024 as of 02/14/2024","Qualified Dividend","AAPL","APPLE INC","","","","$2.40"\n' +
        '"02/15/2024","Reinvest Shares","AAPL","APPLE INC","0.0131","$183.20","","-$2.40"\n' +
        '"02/14/2024","Buy","MSFT","MICROSOFT CORP","2","$406.10","$0.65","-$812.85"\n' +
        '"02/13/2024","Sell","MSFT","MICROSOFT CORP","1","$410.00","$0.01","$409.99"\n' +
        '"02/12/2024","MoneyLink Transfer","","Tfr BANK","","","","$5,000.00"\n' +
        '"02/12/2024","NRA Tax Adj","AAPL","APPLE INC","","","","-$0.60"\n' +
        '"Transactions Total","","","","","","","$4,596.54"\n',
    );
    assert.deepEqual(read.issues, []);
    assert.deepEqual(
      cellsOf(read.transactions, 'date', 'type', 'symbol', 'quantity', 'price', 'fee_tax', 'currency'),
      [
        ['2024-02-14', 'DIVIDEND', 'AAPL', '0', '2.4', '0', 'USD'],
        ['2024-02-15', 'BUY', 'AAPL', '0.0131', '183.2', '0', 'USD'],
        ['2024-02-14', 'BUY', 'MSFT', '2', '406.1', '0.65', 'USD'],
        ['2024-02-13', 'SELL', 'MSFT', '1', '410', '0.01', 'USD'],
      ],
    );
    assert.deepEqual(
      read.excluded.map(({ row }) => row),
      [7, 8, 9],
    );
  });

  it('reads Fidelity: what was done is in Action, kinds of account in Type, charges in two columns, footnotes below', async () => {
    const read = await collect(
      '\n\nRun Date,Account,Action,Symbol,Description,Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date\n' +
        ' 06/28/2024,"INDIVIDUAL", YOU BOUGHT APPLE INC (AAPL) (Cash), AAPL, APPLE INC,Cash,10,190.5,4.95,0.05,,-1910.00,07/01/2024\n' +
        ' 06/13/2024,"INDIVIDUAL", YOU SOLD MICROSOFT CORP (MSFT) (Cash), MSFT, MICROSOFT CORP,Cash,-2,400,,0.02,,799.98,06/14/2024\n' +
        ' 06/04/2024,"INDIVIDUAL", DIVIDEND RECEIVED APPLE INC (AAPL) (Cash), AAPL, APPLE INC,Cash,0.000,,,,,2.4,\n' +
        ' 06/04/2024,"INDIVIDUAL", PURCHASE INTO CORE ACCOUNT FIDELITY MONEY MARKET (SPAXX), SPAXX, FIDELITY,Cash,2.4,1,,,,-2.4,\n' +
        '\n"The data and information in this spreadsheet is provided to you solely for your use."\n\nDate downloaded 07/02/2024 5:00 pm\n',
    );
    assert.deepEqual(read.issues, []);
    // The dollar sign stands in the headers alone.
    assert.deepEqual([...new Set(read.transactions.map(({ currency }) => currency))], ['USD']);
    assert.deepEqual(cellsOf(read.transactions, 'date', 'type', 'symbol', 'quantity', 'price', 'fee_tax'), [
      // 4.95 + 0.05
      ['2024-06-28', 'BUY', 'AAPL', '10', '190.5', '5'],
      ['2024-06-13', 'SELL', 'MSFT', '2', '400', '0.02'],
      ['2024-06-04', 'DIVIDEND', 'AAPL', '0', '2.4', '0'],
    ]);
    assert.deepEqual(
      read.excluded.map(({ row }) => row),
      [7, 9, 11],
    );
  });

  it('reads positions: amounts with a dollar sign, losses in parentheses, cash and account totals left out', async () => {
    const read = await collect(
      '"Positions for account Individual ...123 as of 05:00 PM ET, 2024/03/01"\n\n' +
        '"Symbol","Description","Quantity","Price","Price Change $","Market Value","Cost/Share","Cost Basis","Gain/Loss $"\n' +
        '"AAPL","APPLE INC","10","$179.66","($1.09)","$1,796.60","$190.50","$1,905.00","($108.40)"\n' +
        '"Cash & Cash Investments","--","--","--","--","$5,000.00","--","--","--"\n' +
        '"Account Total","--","--","--","--","$6,796.60","--","$1,905.00","($108.40)"\n',
      { type: 'holdings', defaultAssetClass: 'US Equity' },
    );
    assert.deepEqual(read.issues, []);
    assert.deepEqual(
      cellsOf(read.holdings, 'symbol', 'quantity', 'avg_buy_price', 'current_price', 'currency'),
      [['AAPL', '10', '190.5', '179.66', 'USD']],
    );
    assert.deepEqual(
      read.excluded.map(({ row }) => row),
      [5, 6],
    );
  });

  it('adds charges up from the columns of each kind, unless one holds them all', async () => {
    const read = await collect(
      'Date,Script,ISIN,Exchange,Product Type,Type,Quantity,Price,Brokerage,ETT,GST,STT,SEBI,Stamp Duty\n' +
        '13-02-2024,500209,INE009A01021,NSE,EQ,BUY,10,1500,20,0.5,3.69,15,0.02,2.25\n',
    );
    // 20 + 0.5 + 3.69 + 15 + 0.02 + 2.25
    assert.equal(read.transactions[0]?.fee_tax, '41.46');
    const whole = await collect(
      'Date,Symbol,Type,Quantity,Price,Brokerage,STT,Total Charges\n13-02-2024,INFY,BUY,10,1500,20,15,41.46\n',
    );
    assert.equal(whole.transactions[0]?.fee_tax, '41.46');
    assert.deepEqual(whole.unmapped_columns, ['Brokerage', 'STT']);
  });
});
