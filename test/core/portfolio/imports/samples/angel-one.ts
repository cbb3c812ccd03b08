import type { Sample, SampleCell } from './sample.ts';

const WORDS =
  'Scrip/Contract|Buy/Sell|Buy Price|Sell Price|Quantity|Brokerage|GST|STT|Sebi Tax|Exchange Turnover Charges|Stamp Duty|' +
  'Other Charges|IPFT Charges|Order Type|Segment|Exchange|Order ID|Trade ID|Date';

/** Charges stand in each trade, and those of the order 3 in a row of their own. */
const trades: Sample = {
  name: 'TradesAndCharges_A111111.xlsx',
  format: 'angel-one-trades',
  type: 'transactions',
  content: {
    sheets: [
      {
        name: 'TradesAndCharges',
        rows: [
          ['ClientCode', 'A111111'],
          ['StartDate', '2024-07-01'],
          ['EndDate', '2024-07-31'],
          [],
          ['Charges Summary'],
          ['Total Trades', 4],
          ['Total Charges', 95.16],
          ['Total Trade Charges', 82.16],
          ['Total Non Trade Charges', 13],
          [],
          ['TradeBook And Charges'],
          WORDS.split('|'),
          // prettier-ignore
          [
            'WIPRO',
            'Buy',
            520.5,
            0,
            10,
            20,
            3.6,
            5.2,
            0.01,
            0.16,
            0.78,
            0,
            0.01,
            'Delivery',
            'CAPITAL',
            'NSE',
            '240703000000001',
            '3000011',
            new Date('2024-07-03'),
          ],
          // prettier-ignore
          [
            'WIPRO',
            'Sell',
            0,
            540,
            4,
            0,
            0,
            2.16,
            0,
            0.06,
            0,
            0,
            0,
            'Delivery',
            'CAPITAL',
            'BSE',
            '240718000000003',
            '41',
            new Date('2024-07-18'),
          ],
          // prettier-ignore
          [
            'WIPRO',
            'Sell',
            0,
            541,
            2,
            0,
            0,
            1.08,
            0,
            0.04,
            0,
            0,
            0,
            'Delivery',
            'CAPITAL',
            'BSE',
            '240718000000003',
            '42',
            new Date('2024-07-18'),
          ],
          // prettier-ignore
          [
            'WIPRO',
            'Sell',
            0,
            0,
            0,
            20,
            3.6,
            0,
            0.01,
            0.03,
            0,
            0,
            0,
            'Delivery',
            'CAPITAL',
            'BSE',
            '240718000000003',
            null,
            new Date('2024-07-18'),
          ],
          // prettier-ignore
          [
            'FUTSTK SBIN Jul 25 2024',
            'Buy',
            850,
            0,
            1500,
            20,
            3.6,
            0,
            1.28,
            0.03,
            0.51,
            0,
            0,
            'Carryforward',
            'FUTURES',
            'NSE',
            '240722000000004',
            '900',
            new Date('2024-07-22'),
          ],
        ],
      },
    ],
  },
};

/** Saved as CSV, a spreadsheet writes the days month first, with two digits of the year. */
const tradesAsCsv: Sample = {
  name: 'TradesAndCharges.csv',
  format: 'angel-one-trades',
  type: 'transactions',
  content: [
    'ClientCode,A111111',
    'TradeBook And Charges',
    WORDS.replaceAll('|', ','),
    'WIPRO,Buy,520.5,0,10,20,3.6,5.2,0.01,0.16,0.78,0,0.01,Delivery,CAPITAL,NSE,2.40703E+14,3000011,7/3/24 0:00',
    'WIPRO,Sell,0,540,4,0,0,2.16,0,0.06,0,0,0,Delivery,CAPITAL,BSE,2.40718E+14,41,7/18/24 0:00',
    '',
  ].join('\n'),
};

const holdings: Sample = {
  name: 'holdings (Angel One).csv',
  format: 'angel-one-holdings',
  type: 'holdings',
  content: [
    'Trading Symbol,Exchange,Quantity,Product,Average Price,LTP,Profit and Loss',
    'WIPRO-EQ,NSE,4,DELIVERY,520.5,560,158',
    'NIFTYBEES-EQ,NSE,25,DELIVERY,240,262.5,562.5',
    'SBIN-EQ,NSE,10,INTRADAY,800,805,50',
    '',
  ].join('\n'),
};

export const ANGEL_ONE: readonly Sample[] = [trades, tradesAsCsv, holdings];
/** The words of the table, for variants. */
export const ANGEL_ONE_WORDS: readonly SampleCell[] = WORDS.split('|');
