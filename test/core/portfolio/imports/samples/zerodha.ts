import type { Sample, SampleCell } from './sample.ts';

const TRADE_WORDS =
  'symbol,isin,trade_date,exchange,segment,series,trade_type,auction,quantity,price,trade_id,order_id,order_execution_time';

/** Two fills of one order at the same price, a bond-like trust, and a share that was renamed between its two trades. */
const tradebook: Sample = {
  name: 'tradebook-AB1234-EQ.csv',
  format: 'zerodha-tradebook',
  type: 'transactions',
  content: [
    TRADE_WORDS,
    'INFY,INE009A01021,2024-03-04,NSE,EQ,EQ,buy,false,6.000000,1500.250000,41000012,1100000000700001,2024-03-04T09:31:07',
    'INFY,INE009A01021,2024-03-04,NSE,EQ,EQ,buy,false,6.000000,1500.250000,41000013,1100000000700001,2024-03-04T09:31:07',
    'SBIN,INE062A01020,2024-03-05,BSE,EQ,A,sell,false,15.000000,760.100000,41000012,1700000000000000001,2024-03-05T14:00:59',
    'MINDSPACE,INE0CCU25019,2024-03-06,NSE,EQ,RR,buy,false,20.000000,330.000000,52000001,1100000000700003,2024-03-06T11:11:11',
    '',
  ].join('\n'),
};

/** The layout of 2019: no ISIN, other words. */
const oldTradebook: Sample = {
  name: 'tradebook.csv',
  format: 'zerodha-tradebook',
  type: 'transactions',
  content: [
    'trade_date,tradingsymbol,exchange,segment,trade_type,quantity,price,order_id,trade_id,order_execution_time',
    '2019-02-11,ITC,NSE,EQ,buy,30,275.5,1100000000001234,50123456,2019-02-11T10:00:01',
    '2019-02-12,ITC,NSE,EQ,sell,10,280,1100000000001235,50123457,2019-02-12T10:00:01',
    '',
  ].join('\n'),
};

const optionsTradebook: Sample = {
  name: 'tradebook-AB1234-FO.csv',
  format: 'zerodha-tradebook',
  type: 'transactions',
  content: [
    `${TRADE_WORDS},expiry_date`,
    'BANKNIFTY24MAR47000CE,,2024-03-11,NSE,FO,,buy,false,15.000000,212.000000,300001,1500000000000011,2024-03-11T09:20:55,2024-03-27',
    'BANKNIFTY24MAR47000CE,,2024-03-12,NSE,FO,,sell,false,15.000000,240.500000,300777,1500000000000012,2024-03-12T09:20:55,2024-03-27',
    '',
  ].join('\n'),
};

/** As Console writes it: from column B, below the client, numbers and real days. */
const tradebookWorkbook: Sample = {
  name: 'tradebook-AB1234-EQ.xlsx',
  format: 'zerodha-tradebook',
  type: 'transactions',
  content: {
    sheets: [
      {
        name: 'Equity',
        rows: [
          ...Array.from({ length: 6 }, (): SampleCell[] => []),
          [null, 'Client ID', 'AB1234'],
          [],
          [null, 'Tradebook for Equity from 2024-04-01 to 2025-03-31'],
          [],
          [
            null,
            ...'Symbol,ISIN,Trade Date,Exchange,Segment,Series,Trade Type,Auction,Quantity,Price,Trade ID,Order ID,Order Execution Time'.split(
              ',',
            ),
          ],
          // prettier-ignore
          [
            null,
            'INFY',
            'INE009A01021',
            '2024-06-03',
            'NSE',
            'EQ',
            'EQ',
            'buy',
            'false',
            4,
            1410.55,
            '61000001',
            '1100000000800001',
            '2024-06-03T09:16:00',
          ],
          // prettier-ignore
          [
            null,
            'INFY',
            'INE009A01021',
            new Date('2024-06-10'),
            'NSE',
            'EQ',
            'EQ',
            'sell',
            'false',
            1,
            1475,
            '61000099',
            '1100000000800002',
            '2024-06-10 15:01:02',
          ],
          ...Array.from({ length: 40 }, (): SampleCell[] => [null, null]),
        ],
      },
    ],
  },
};

/** Funds: the name is the symbol, trade numbers are those of orders, days without a time. */
const coin: Sample = {
  name: 'tradebook-AB1234-MF.csv',
  format: 'zerodha-tradebook',
  type: 'transactions',
  content: [
    TRADE_WORDS,
    'UTI NIFTY 50 INDEX FUND - DIRECT PLAN,INF789F01XA0,2024-07-01,BSE,MF,,buy,false,120.500000,160.123400,1700000001,1700000001,2024-07-01T00:00:00',
    'UTI NIFTY 50 INDEX FUND - DIRECT PLAN,INF789F01XA0,2024-09-02,BSE,MF,,sell,false,20.500000,170.000000,1700000077,1700000077,2024-09-02T00:00:00',
    '',
  ].join('\n'),
};

/** No ISIN; footnote marks behind some symbols, and two dividends of one share on one day. */
const dividends: Sample = {
  name: 'dividends.csv',
  format: 'zerodha-dividends',
  type: 'transactions',
  content: [
    'Symbol,Ex-date,Qty,Dividend per share,Total dividend',
    'COALINDIA#,2024-02-20,40,5.25,210',
    'HEROMOTOCO6,2024-02-21,3,75,225',
    'HEROMOTOCO6,2024-02-21,3,25,75',
    'BAJAJ-AUTO*,2024-06-14,2,80,160',
    'M&M^,2024-07-05,5,21.1,105.5',
    '',
  ].join('\n'),
};

const DIVIDEND_ROWS: SampleCell[][] = [
  [null, 'Client ID', 'AB1234'],
  [null, 'Client Name', 'RAVI SAMPLE'],
  [null, 'PAN', 'ZZZZZ9999Z'],
  [],
  [null, 'Equity Dividends from 2024-04-01 to 2025-03-31'],
  [],
  [null, 'Symbol', 'ISIN', 'Ex-date', 'Quantity', 'Dividend Per Share', 'Net Dividend Amount'],
  [null, 'BAJAJ-AUTO*', 'INE917I01010', '2024-06-14', 2, 80, 160],
  [null, 'M&M', 'INE101A01026', '2024-07-05', 5, 21.1, 105.5],
  [null, 'Total Dividend Amount', null, null, null, null, 265.5],
  [null, 'Companies pay dividends straight to the bank account.'],
];

const dividendWorkbook: Sample = {
  name: 'dividends-AB1234-2024_2025.xlsx',
  format: 'zerodha-dividends',
  type: 'transactions',
  content: { sheets: [{ name: 'Equity Dividends', rows: DIVIDEND_ROWS }] },
};

const holdings: Sample = {
  name: 'holdings.csv',
  format: 'zerodha-holdings',
  type: 'holdings',
  content:
    '"Instrument","Qty.","Avg. cost","LTP","Invested","Cur. val","P&L","Net chg.","Day chg.",""\n' +
    '"INFY",16,1480.5,1610,23688,25760,2072,8.75,0.4,""\n' +
    '"SUSPENDED",100,3.2,1.1,320,0,-320,-100,0,""\n',
};

const oldHoldings: Sample = {
  name: 'holdings (2).csv',
  format: 'zerodha-holdings',
  type: 'holdings',
  content:
    'Instrument,Qty.,Avg. cost,LTP,Cur. val,P&L,Net chg.,Day chg.\nGOLDBEES,200,48.1,55.25,11050,1430,14.86,0.2\n',
};

/** Console's statement: pledged shares are still owned. */
const consoleHoldings: Sample = {
  name: 'holdings-AB1234.xlsx',
  format: 'zerodha-holdings',
  type: 'holdings',
  content: {
    sheets: [
      {
        name: 'Equity',
        rows: [
          [null, 'Client ID', 'AB1234'],
          [],
          [null, 'Equity Holdings Statement as on 2025-03-31'],
          [],
          [
            null,
            ...'Symbol,ISIN,Sector,Quantity Available,Quantity Discrepant,Quantity Long Term,Quantity Pledged (Margin),Quantity Pledged (Loan),Average Price,Previous Closing Price,Unrealized P&L,Unrealized P&L Pct.'.split(
              ',',
            ),
          ],
          [null, 'INFY', 'INE009A01021', 'IT', 10, 0, 4, 5, 1, 1480.5, 1600.25, 1916, 8.09],
        ],
      },
    ],
  },
};

export const ZERODHA: readonly Sample[] = [
  tradebook,
  oldTradebook,
  optionsTradebook,
  tradebookWorkbook,
  coin,
  dividends,
  dividendWorkbook,
  holdings,
  oldHoldings,
  consoleHoldings,
];
export const ZERODHA_DIVIDEND_ROWS: readonly (readonly SampleCell[])[] = DIVIDEND_ROWS;
