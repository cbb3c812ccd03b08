import assert from 'node:assert/strict';
import { cellsOf, collect } from '../collect.ts';
import { indianSample } from '../samples/india.ts';
import { bytesOf } from '../samples/sample.ts';

/* The whole of each sample, with figures worked out by hand. The samples stand in test/core/portfolio/imports/samples. */

const read = async (name: string) => await collect(bytesOf(indianSample(name)));
const TRADE = ['symbol', 'date', 'type', 'quantity', 'price', 'fee_tax'] as const;
const trades = async (name: string) => {
  const { transactions, issues } = await read(name);
  assert.deepEqual(issues, []);
  return cellsOf(transactions, ...TRADE);
};
const reasons = async (name: string) => (await read(name)).excluded.map(({ row, reason }) => [row, reason]);
const ids = async (name: string) => (await read(name)).transactions.map(({ execution_id }) => execution_id);

describe('portfolio/import Zerodha: tradebooks', () => {
  it('of shares: each fill is a trade, known by exchange, day and number', async () => {
    assert.deepEqual(await trades('tradebook-AB1234-EQ.csv'), [
      ['INFY', '2024-03-04', 'BUY', '6', '1500.25', '0'],
      ['INFY', '2024-03-04', 'BUY', '6', '1500.25', '0'],
      ['SBIN', '2024-03-05', 'SELL', '15', '760.1', '0'],
      ['MINDSPACE', '2024-03-06', 'BUY', '20', '330', '0'],
    ]);
    // 41000012 is a trade of the NSE and another of the BSE.
    assert.deepEqual(await ids('tradebook-AB1234-EQ.csv'), [
      'NSE:2024-03-04:41000012',
      'NSE:2024-03-04:41000013',
      'BSE:2024-03-05:41000012',
      'NSE:2024-03-06:52000001',
    ]);
  });

  it('of 2019, without ISINs', async () => {
    assert.deepEqual(await trades('tradebook.csv'), [
      ['ITC', '2019-02-11', 'BUY', '30', '275.5', '0'],
      ['ITC', '2019-02-12', 'SELL', '10', '280', '0'],
    ]);
  });

  it('as a workbook: from column B, real days among the text, empty rows that are only formatted', async () => {
    assert.deepEqual(await trades('tradebook-AB1234-EQ.xlsx'), [
      ['INFY', '2024-06-03', 'BUY', '4', '1410.55', '0'],
      ['INFY', '2024-06-10', 'SELL', '1', '1475', '0'],
    ]);
    const { transactions } = await read('tradebook-AB1234-EQ.xlsx');
    assert.deepEqual(cellsOf(transactions, 'executed_at', 'execution_id'), [
      ['09:16:00', 'NSE:2024-06-03:61000001'],
      ['15:01:02', 'NSE:2024-06-10:61000099'],
    ]);
  });

  it('of options: no row of it is a trade, each says why', async () => {
    assert.deepEqual(await trades('tradebook-AB1234-FO.csv'), []);
    assert.deepEqual(await reasons('tradebook-AB1234-FO.csv'), [
      [2, 'A derivative (FO). Derivatives are not imported.'],
      [3, 'A derivative (FO). Derivatives are not imported.'],
    ]);
  });

  it('of Coin: funds go by their names, and have an ISIN and no time', async () => {
    const { transactions } = await read('tradebook-AB1234-MF.csv');
    assert.deepEqual(
      cellsOf(transactions, 'symbol', 'isin', 'asset_class', 'type', 'quantity', 'price', 'executed_at'),
      [
        [
          'UTI NIFTY 50 INDEX FUND - DIRECT PLAN',
          'INF789F01XA0',
          'Mutual Fund',
          'BUY',
          '120.5',
          '160.1234',
          null,
        ],
        ['UTI NIFTY 50 INDEX FUND - DIRECT PLAN', 'INF789F01XA0', 'Mutual Fund', 'SELL', '20.5', '170', null],
      ],
    );
  });

  it('give no id where people typed one, or a spreadsheet cut it', async () => {
    const text = String(bytesOf(indianSample('tradebook-AB1234-EQ.csv')));
    for (const id of ['', 'gift', '4.1E+07', '0']) {
      const { transactions } = await collect(text.replaceAll('41000012', id));
      assert.deepEqual([transactions.length, transactions[0]?.execution_id], [4, null], id);
    }
  });
});

describe('portfolio/import Zerodha: dividends', () => {
  it('as CSV: Qty and Total dividend, no ISIN, footnote marks off the symbols', async () => {
    assert.deepEqual(await trades('dividends.csv'), [
      ['COALINDIA', '2024-02-20', 'DIVIDEND', '40', '5.25', '0'],
      ['HEROMOTOCO', '2024-02-21', 'DIVIDEND', '3', '75', '0'],
      ['HEROMOTOCO', '2024-02-21', 'DIVIDEND', '3', '25', '0'],
      ['BAJAJ-AUTO', '2024-06-14', 'DIVIDEND', '2', '80', '0'],
      ['M&M', '2024-07-05', 'DIVIDEND', '5', '21.1', '0'],
    ]);
    const { compared, differing } = await read('dividends.csv');
    assert.deepEqual([compared, differing], [5, []]);
  });

  it('as a workbook: below the client, its total left out', async () => {
    assert.deepEqual(await trades('dividends-AB1234-2024_2025.xlsx'), [
      ['BAJAJ-AUTO', '2024-06-14', 'DIVIDEND', '2', '80', '0'],
      ['M&M', '2024-07-05', 'DIVIDEND', '5', '21.1', '0'],
    ]);
    assert.equal((await reasons('dividends-AB1234-2024_2025.xlsx')).length, 2);
  });

  it('whose total is not shares × rate wait, with both figures', async () => {
    const { issues } = await collect(
      'Symbol,Ex-date,Qty,Dividend per share,Total dividend\nITC,2024-06-04,10,7.5,57\n',
    );
    assert.deepEqual(
      issues.map(({ row, message }) => [row, message]),
      [[2, 'does not fit: quantity × price comes to 75, but the file states 57. Enter the right values.']],
    );
  });

  it('keep a digit that belongs to the symbol: only a raised 6 behind letters of a share is taken off', async () => {
    const { transactions } = await collect(
      'Symbol,ISIN,Ex-date,Quantity,Dividend Per Share,Net Dividend Amount\n' +
        'NIFTY46,INF789F01XA0,2024-06-04,10,7.5,75\nSUNDARMFIN6,INE660A01013,2024-06-04,1,14,14\nSOMEGOLD6,INF789F01XA0,2024-06-05,1,2,2\n',
    );
    assert.deepEqual(
      transactions.map(({ symbol }) => symbol),
      ['NIFTY46', 'SUNDARMFIN', 'SOMEGOLD6'],
    );
  });
});

describe('portfolio/import Zerodha: holdings', () => {
  const HELD = ['symbol', 'isin', 'quantity', 'avg_buy_price', 'current_price', 'previous_close'] as const;
  const held = async (name: string) => cellsOf((await read(name)).holdings, ...HELD);

  it('of Kite: a value of 0 means that no price is known', async () => {
    assert.deepEqual(await held('holdings (2).csv'), [['GOLDBEES', null, '200', '48.1', '55.25', null]]);
    assert.deepEqual(await held('holdings.csv'), [
      ['INFY', null, '16', '1480.5', '1610', null],
      ['SUSPENDED', null, '100', '3.2', null, null],
    ]);
  });

  it('of Console: pledged shares are held too, 10 + 5 + 1', async () => {
    assert.deepEqual(await held('holdings-AB1234.xlsx'), [
      ['INFY', 'INE009A01021', '16', '1480.5', null, '1600.25'],
    ]);
  });
});

describe('portfolio/import Groww: workbooks', () => {
  it('of stock orders: the value of all shares is the truth, and what was not executed is left out', async () => {
    assert.deepEqual(await trades('Stocks_Order_History_1111111111_01-04-2024_31-03-2025.xlsx'), [
      // 3,640 ÷ 7
      ['WIPRO', '2024-07-05', 'BUY', '7', '520', '0'],
      ['WIPRO', '2024-07-05', 'BUY', '7', '520', '0'],
      // 1,600 ÷ 3
      ['WIPRO', '2024-08-14', 'SELL', '3', '533.3333333333', '0'],
    ]);
    assert.deepEqual(await ids('Stocks_Order_History_1111111111_01-04-2024_31-03-2025.xlsx'), [
      null,
      null,
      null,
    ]);
    assert.deepEqual(await reasons('Stocks_Order_History_1111111111_01-04-2024_31-03-2025.xlsx'), [
      [9, 'The order status is "Failed". Only executed orders are trades.'],
    ]);
  });

  it('of fund orders: all text, the amount over the units', async () => {
    assert.deepEqual(await trades('Mutual_Funds_Order_History.xlsx'), [
      ['Axis Small Cap Fund Direct Growth', '2025-01-09', 'SELL', '50', '110.2', '0'],
      // 19,999 ÷ 196.07 = 101.99928596929…
      ['Axis Small Cap Fund Direct Growth', '2024-07-08', 'BUY', '196.07', '101.9992859693', '0'],
    ]);
  });

  it('of holdings: the total below the table is none', async () => {
    const { holdings, excluded } = await read('Stocks_Holdings_Statement_1111111111.xlsx');
    assert.deepEqual(cellsOf(holdings, 'name', 'isin', 'quantity', 'avg_buy_price', 'current_price'), [
      ['WIPRO LTD', 'INE075A01022', '11', '520', '530'],
    ]);
    assert.deepEqual(
      excluded.map(({ row }) => row),
      [12],
    );
  });

  it('of holdings of funds: they wait for the ISIN that prices them', async () => {
    const { holdings, issues } = await read('Mutual_Funds_Holdings.xlsx');
    assert.deepEqual(holdings, []);
    assert.deepEqual(
      issues.map(({ row, field }) => [row, field]),
      [[8, 'isin']],
    );
  });
});
