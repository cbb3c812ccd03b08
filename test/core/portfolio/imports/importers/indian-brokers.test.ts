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

  it('whose total is not shares × rate are shown as differing', async () => {
    const { differing } = await collect(
      'Symbol,Ex-date,Qty,Dividend per share,Total dividend\nITC,2024-06-04,10,7.5,57\n',
    );
    assert.deepEqual(differing, [{ row: 2, stated: '57', read: '75' }]);
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

describe('portfolio/import Upstox: workbooks', () => {
  it('of trades: shares by the code of the BSE, funds by the ISIN in it, an allotment without a number', async () => {
    const { transactions, issues } = await read('trade_1AA111_2425.xlsx');
    assert.deepEqual(issues, []);
    assert.deepEqual(
      cellsOf(
        transactions,
        'symbol',
        'security_id',
        'isin',
        'date',
        'type',
        'quantity',
        'price',
        'execution_id',
      ),
      [
        ['WIPRO LIMITED', '507685', null, '2024-11-18', 'SELL', '4', '570', 'NSE:2024-11-18:880001'],
        // 4,999.75 ÷ 45.123 = 110.80269485628…
        [
          'Axis Small Cap Fund - Direct Pl',
          null,
          'INF846K01K35',
          '2024-10-07',
          'BUY',
          '45.123',
          '110.8026948563',
          null,
        ],
        ['WIPRO LIMITED', '507685', null, '2024-08-05', 'BUY', '10', '500', 'NSE:2024-08-05:880001'],
        ['WIPRO LIMITED', '507685', null, '2024-08-05', 'BUY', '2', '501', 'BSE:2024-08-05:880001'],
        ['SAMPLE LISTING LIMITED', '543998', null, '2024-06-12', 'BUY', '45', '330', null],
      ],
    );
    assert.match(transactions[4]?.note ?? '', /^Allotted, not traded/);
    assert.equal(
      (await reasons('trade_1AA111_2425.xlsx'))[0]?.[1],
      'A derivative (FO). Derivatives are not imported.',
    );
  });

  it('of holdings: what is pledged is held, and the rate of the day is no cost', async () => {
    const { holdings } = await read('holding_1AA111.xlsx');
    assert.deepEqual(cellsOf(holdings, 'isin', 'quantity', 'avg_buy_price', 'current_price'), [
      ['INE075A01022', '12', null, '530'],
    ]);
  });

  it('of dividends: a final and a special one of a day are two, and the total agrees', async () => {
    assert.deepEqual(await trades('dividend_1AA111_2425.xlsx'), [
      ['HEROMOTOCO', '2024-07-19', 'DIVIDEND', '2', '40', '0'],
      ['HEROMOTOCO', '2024-07-19', 'DIVIDEND', '2', '40', '0'],
      ['WIPRO', '2025-01-28', 'DIVIDEND', '27', '6', '0'],
    ]);
    const { totals } = await read('dividend_1AA111_2425.xlsx');
    // 80 + 80 + 162
    assert.deepEqual(totals, [{ what: 'Dividends', stated: '322', read: '322', agrees: true }]);
  });
});

describe('portfolio/import ICICI Direct', () => {
  it('of transactions: NA is no charge, a bonus costs nothing, an issue has its remark', async () => {
    assert.deepEqual(await trades('PortFolioEqtyTransactions.csv'), [
      ['WIPRO', '2008-03-14', 'BUY', '20', '410.3', '61.55'],
      // 30.80 + 0.18 + 0.56
      ['WIPRO', '2016-11-21', 'BUY', '10', '560', '31.54'],
      ['WIPRO', '2017-06-13', 'BUY', '30', '0', '0'],
      // 176.00 + 1.04
      ['WIPRO', '2018-03-09', 'SELL', '25', '1280', '177.04'],
      ['COALIN', '2010-11-03', 'BUY', '45', '245', '0'],
    ]);
    const { transactions } = await read('PortFolioEqtyTransactions.csv');
    assert.deepEqual(
      transactions.map(({ note }) => note),
      [null, null, 'Bonus Shares', null, 'IPO'],
    );
  });

  it('names a charge that is neither a number nor NA', async () => {
    const text = String(bytesOf(indianSample('PortFolioEqtyTransactions.csv'))).replace('61.55', 'about 60');
    const { issues } = await collect(text);
    assert.deepEqual(
      issues.map(({ row, field }) => [row, field]),
      [[2, 'fee_tax']],
    );
  });

  it('of holdings: what is sold out is left out', async () => {
    const { holdings } = await read('PortFolioEqtySummary.csv');
    assert.deepEqual(cellsOf(holdings, 'symbol', 'isin', 'quantity', 'avg_buy_price', 'current_price'), [
      ['WIPRO', 'INE075A01022', '35', '235.4', '281.15'],
    ]);
    assert.deepEqual(await reasons('PortFolioEqtySummary.csv'), [[3, 'The quantity is 0.']]);
  });
});

describe('portfolio/import FYERS', () => {
  it('of its order book: what was filled is a trade, whatever became of the rest', async () => {
    assert.deepEqual(await trades('orders.csv'), [
      ['WIPRO', '2024-03-12', 'BUY', '12', '455.5', '0'],
      ['NTPC', '2024-03-12', 'BUY', '15', '220.4', '0'],
      ['WIPRO', '2024-03-14', 'SELL', '2', '460', '0'],
    ]);
    assert.deepEqual(await reasons('orders.csv'), [
      [3, 'Nothing of this order was traded: it is rejected.'],
      [5, 'Nothing of this order was traded: it is still open.'],
      [6, 'A derivative (FO). Derivatives are not imported.'],
    ]);
  });

  it('of its order book: an order that is open and partly filled waits for a person', async () => {
    const text = String(bytesOf(indianSample('orders.csv')))
      .replaceAll('API,1,', 'API,6,')
      .replaceAll(':1,1,', ':6,1,');
    const { issues, transactions } = await collect(text);
    assert.deepEqual(
      issues.map(({ row, field }) => [row, field]),
      [[4, 'quantity']],
    );
    assert.match(issues[0]?.message ?? '', /was 15 of 50 when the file was saved/);
    assert.equal(transactions.length, 2);
  });

  it('of the list of orders: the number has the day and names the order, so that one appended twice is one', async () => {
    assert.deepEqual(await trades('order_history.csv'), [
      ['NTPC', '2024-03-18', 'BUY', '8', '318.5', '0'],
      ['NTPC', '2024-03-18', 'BUY', '8', '318.5', '0'],
      ['NTPC', '2024-03-18', 'SELL', '3', '320', '0'],
      // Written 04-05-2024, but its number begins with 240405.
      ['WIPRO', '2024-04-05', 'BUY', '6', '480', '0'],
    ]);
    const [first, again] = await ids('order_history.csv');
    assert.deepEqual([first, again], ['FYERS:2024-03-18:24031800004321', 'FYERS:2024-03-18:24031800004321']);
    assert.deepEqual(await reasons('order_history.csv'), [
      [5, 'The order is rejected, and the list does not say how much of it was traded.'],
    ]);
  });

  it('of the report: equal fills are two, what is repeated at midnight is none', async () => {
    const { transactions, excluded, compared, differing } = await read('tradebook (FYERS).csv');
    assert.deepEqual(cellsOf(transactions, ...TRADE), [
      ['NTPC', '2024-03-19', 'BUY', '5', '1020.5', '0'],
      ['NTPC', '2024-03-19', 'BUY', '5', '1020.5', '0'],
      ['NTPC', '2024-03-21', 'SELL', '4', '1050', '0'],
    ]);
    assert.deepEqual(
      excluded.map(({ row }) => row),
      [11, 12],
    );
    assert.deepEqual([compared, differing], [3, []]);
  });
});

describe('portfolio/import Angel One', () => {
  it('of trades: the price of the side, each row with its charges, those of an order with its first trade', async () => {
    assert.deepEqual(await trades('TradesAndCharges_A111111.xlsx'), [
      // 20 + 3.6 + 5.2 + 0.01 + 0.16 + 0.78 + 0.01
      ['WIPRO', '2024-07-03', 'BUY', '10', '520.5', '29.76'],
      // 2.16 + 0.06, and of the order 20 + 3.6 + 0.01 + 0.03
      ['WIPRO', '2024-07-18', 'SELL', '4', '540', '25.86'],
      ['WIPRO', '2024-07-18', 'SELL', '2', '541', '1.12'],
    ]);
    assert.deepEqual(await reasons('TradesAndCharges_A111111.xlsx'), [
      [16, 'Charges of an order. They are added to its trade in row 14.'],
      [17, 'A derivative (FO). Derivatives are not imported.'],
    ]);
    const { totals, notes } = await read('TradesAndCharges_A111111.xlsx');
    assert.deepEqual(
      totals.map(({ stated, read: ours, agrees }) => [stated, ours, agrees]),
      [
        ['4', '4', true],
        // 29.76 + 2.22 + 1.12 + 23.64 + 25.42 of the future
        ['82.16', '82.16', true],
      ],
    );
    assert.deepEqual(notes, ['Charges of 13.00 that belong to no trade are not imported.']);
  });

  it('of trades saved as CSV: days month first, with two digits of the year', async () => {
    assert.deepEqual(await trades('TradesAndCharges.csv'), [
      ['WIPRO', '2024-07-03', 'BUY', '10', '520.5', '29.76'],
      ['WIPRO', '2024-07-18', 'SELL', '4', '540', '2.22'],
    ]);
    assert.deepEqual(await ids('TradesAndCharges.csv'), ['NSE:2024-07-03:3000011', 'BSE:2024-07-18:41']);
  });

  it('of holdings: no series behind the symbol, no position of the day', async () => {
    const { holdings } = await read('holdings (Angel One).csv');
    assert.deepEqual(
      cellsOf(holdings, 'symbol', 'asset_class', 'quantity', 'avg_buy_price', 'current_price'),
      [
        ['WIPRO', 'Indian Equity', '4', '520.5', '560'],
        ['NIFTYBEES', 'ETF', '25', '240', '262.5'],
      ],
    );
    assert.deepEqual(await reasons('holdings (Angel One).csv'), [
      [4, 'The product is "INTRADAY": a position, not a holding.'],
    ]);
  });
});
