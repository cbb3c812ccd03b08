import type { Sample, SampleCell } from './sample.ts';

const words = (text: string): SampleCell[] => text.split('|');
const HEAD: SampleCell[][] = [
  ['UPSTOX SECURITIES PRIVATE LIMITED'],
  ['(Formerly EPX Uptech Private Limited)'],
  ['UCC', '1AA111'],
  ['Name', 'RAVI SAMPLE'],
  [],
];
const FOOT: SampleCell[] = [
  'From 19-Jul-2025, our Broking and DP operations were moved from RKSV Securities India Pvt. Ltd.',
];

/** Newest first: an option, a sale, a fund known by its ISIN without the first two letters, two purchases, an allotment. */
const trades: Sample = {
  name: 'trade_1AA111_2425.xlsx',
  format: 'upstox-trades',
  type: 'transactions',
  content: {
    sheets: [
      {
        name: 'TRADE',
        rows: [
          ...HEAD,
          words(
            'Date|Company|Amount|Exchange|Segment|Scrip Code|Instrument Type|Strike Price|Expiry|Trade Num|Trade Time|Side|Quantity|Price',
          ),
          // prettier-ignore
          [
            new Date('2025-01-14'),
            'BANKNIFTY',
            4200,
            'FON',
            'FO',
            'BANKNIFTY',
            'European Call',
            49000,
            '30-01-2025',
            '770001',
            '09:20:00',
            'Buy',
            30,
            140,
          ],
          // prettier-ignore
          [
            new Date('2024-11-18'),
            'Wipro Limited',
            2280,
            'NSE',
            'EQ',
            '507685',
            'Equity',
            0,
            null,
            '880001',
            '10:10:10',
            'Sell',
            4,
            570,
          ],
          // prettier-ignore
          [
            new Date('2024-10-07'),
            'Axis Small Cap Fund - Direct Pl',
            4999.75,
            'BMF',
            'MF',
            'F846K01K35',
            'MF',
            0,
            null,
            null,
            null,
            'BUY',
            45.123,
            110.8,
          ],
          // prettier-ignore
          [
            new Date('2024-08-05'),
            'Wipro Limited',
            5000,
            'NSE',
            'EQ',
            '507685',
            'Equity',
            null,
            null,
            '880001',
            '09:15:02',
            'BUY',
            10,
            500,
          ],
          // prettier-ignore
          [
            new Date('2024-08-05'),
            'Wipro Limited',
            1002,
            'BSE',
            'EQ',
            '507685',
            'Equity',
            null,
            null,
            '880001',
            '09:15:02',
            'BUY',
            2,
            501,
          ],
          // prettier-ignore
          [
            new Date('2024-06-12'),
            'Sample Listing Limited',
            14850,
            'NSE',
            'EQ',
            '543998',
            'Equity',
            0,
            null,
            null,
            null,
            'Buy',
            45,
            330,
          ],
          [],
          FOOT,
        ],
      },
    ],
  },
};

/** Text cells of a depository: no cost, and 3 of 12 shares pledged. */
const holdings: Sample = {
  name: 'holding_1AA111.xlsx',
  format: 'upstox-holdings',
  type: 'holdings',
  content: {
    sheets: [
      {
        name: 'HOLDING',
        rows: [
          ...HEAD,
          words(
            'ISIN|Scrip Name|Free Qty|Current Qty|Freeze Qty|Locked Qty|Pledge Qty|Value Date|Rate|Valuation',
          ),
          words(
            'INE075A01022|WIPRO LTD-EQ RS 2/-|9.0000|12.0000|0.0000|0.0000|3.0000|31-03-2025|530.0000|6360.0000',
          ),
          [],
          FOOT,
        ],
      },
    ],
  },
};

const dividends: Sample = {
  name: 'dividend_1AA111_2425.xlsx',
  format: 'upstox-dividends',
  type: 'transactions',
  content: {
    sheets: [
      {
        name: 'DIVIDEND',
        rows: [
          ...HEAD,
          ['Date Period', '01-04-2024 To 31-03-2025'],
          ['Description', 'Amount'],
          ['Total Dividend', 322],
          [],
          words('Scrip Name|Symbol|ISIN|Nature|Record Date|Quantity|Dividend Per Share|Net Dividend Amount'),
          ['HERO MOTOCORP', 'HEROMOTOCO', 'INE158A01026', 'Final', new Date('2024-07-19'), 2, 40, 80],
          ['HERO MOTOCORP', 'HEROMOTOCO', 'INE158A01026', 'Special', new Date('2024-07-19'), 2, 40, 80],
          ['WIPRO', 'WIPRO', 'INE075A01022', 'Interim', '28-01-2025', 27, 6, 162],
          [],
          ['Important Note'],
          ['- Dividends are credited by the registrar.'],
        ],
      },
    ],
  },
};

export const UPSTOX: readonly Sample[] = [trades, holdings, dividends];
