import type { Sample, SampleCell } from './sample.ts';

const words = (text: string): SampleCell[] => text.split('|');

/** Two fills of one order, an order that came to nothing, and a sale. The value is what all of them moved. */
const orders: Sample = {
  name: 'Stocks_Order_History_1111111111_01-04-2024_31-03-2025.xlsx',
  format: 'groww-stocks',
  type: 'transactions',
  content: {
    sheets: [
      {
        name: 'Sheet1',
        rows: [
          ['Name', 'Ravi Sample'],
          ['Unique Client Code', '1111111111'],
          [],
          ['Order history for stocks from 01-04-2024 to 31-03-2025'],
          [],
          words(
            'Stock name|Symbol|ISIN|Type|Quantity|Value|Exchange|Exchange Order Id|Execution date and time|Order status',
          ),
          [
            'WIPRO LTD',
            'WIPRO',
            'INE075A01022',
            'BUY',
            7,
            3640,
            'NSE',
            '1100000050000001',
            '05-07-2024 09:31 AM',
            'Executed',
          ],
          [
            'WIPRO LTD',
            'WIPRO',
            'INE075A01022',
            'BUY',
            7,
            3640,
            'NSE',
            '1100000050000001',
            '05-07-2024 09:31 AM',
            'Executed',
          ],
          [
            'WIPRO LTD',
            'WIPRO',
            'INE075A01022',
            'BUY',
            9,
            4500,
            'NSE',
            '1100000050000002',
            '08-07-2024 09:31 AM',
            'Failed',
          ],
          [
            'WIPRO LTD',
            'WIPRO',
            'INE075A01022',
            'SELL',
            3,
            1600,
            'BSE',
            '1700000050000000003',
            '14-08-2024 03:29 PM',
            'Executed',
          ],
        ],
      },
    ],
  },
};

const fundOrders: Sample = {
  name: 'Mutual_Funds_Order_History.xlsx',
  format: 'groww-funds',
  type: 'transactions',
  content: {
    sheets: [
      {
        name: 'Transactions',
        rows: [
          [],
          [],
          ['Personal Details'],
          ['Name', 'Ravi Sample'],
          ['Mobile Number', '8000000000'],
          ['PAN', 'ZZZZZ9999Z'],
          [],
          ['TRANSACTIONS FROM Apr 01 2024 TO Mar 31 2025'],
          [],
          words('Scheme Name|Transaction Type|Units|NAV|Amount|Date'),
          [],
          words('Axis Small Cap Fund Direct Growth|REDEEM|50|110.2|5,510|09 Jan 2025'),
          words('Axis Small Cap Fund Direct Growth|PURCHASE|196.07|101.99|19,999|08 Jul 2024'),
        ],
      },
    ],
  },
};

const holdings: Sample = {
  name: 'Stocks_Holdings_Statement_1111111111.xlsx',
  format: 'groww-holdings',
  type: 'holdings',
  content: {
    sheets: [
      {
        name: 'Sheet1',
        rows: [
          ['Name', 'Ravi Sample'],
          ['Unique Client Code', '1111111111'],
          [],
          ['Holdings statement for stocks as on 31-03-2025'],
          [],
          ['Summary'],
          ['Invested Value', 5720],
          ['Closing Value', 5830],
          [],
          words(
            'Stock Name|ISIN|Quantity|Average buy price|Buy value|Closing price|Closing value|Unrealised P&L',
          ),
          ['WIPRO LTD', 'INE075A01022', 11, 520, 5720, 530, 5830, 110],
          ['Total', null, null, null, 5720, null, 5830, 110],
        ],
      },
    ],
  },
};

/** The newer form has tickers beside the names. */
const newHoldings: Sample = {
  name: 'holdings (Groww).csv',
  format: 'groww-holdings',
  type: 'holdings',
  content:
    'Holdings statement for stocks as on 31-03-2025\n\n' +
    'Stock name,Symbol,ISIN,Quantity,Avg cost price,LTP,Cur value,P&L,% P&L\n' +
    'WIPRO LTD,WIPRO,INE075A01022,11,520,530,5830,110,1.92\n',
};

const fundHoldings: Sample = {
  name: 'Mutual_Funds_Holdings.xlsx',
  format: 'groww-fund-holdings',
  type: 'holdings',
  content: {
    sheets: [
      {
        name: 'Holdings',
        rows: [
          ['Personal Details'],
          ['Name', 'Ravi Sample'],
          [],
          ['HOLDING SUMMARY'],
          ['HOLDINGS AS ON 2025-03-31'],
          [],
          words(
            'Scheme Name|AMC|Category|Sub-category|Folio No.|Source|Units|Invested Value|Current Value|Returns|XIRR',
          ),
          words(
            'Axis Small Cap Fund Direct Growth|Axis Mutual Fund|Equity|Small Cap|5555555|External|146.07|14899.14|16067.7|1168.56|9.1%',
          ),
        ],
      },
    ],
  },
};

export const GROWW: readonly Sample[] = [orders, fundOrders, holdings, newHoldings, fundHoldings];
