import type { Sample, SampleCell } from './sample.ts';
import { ZERODHA_DIVIDEND_ROWS } from './zerodha.ts';

const row = (text: string): SampleCell[] => [
  null,
  ...text.split('|').map((cell) => (cell === '' ? null : /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell)),
];
const LOT_WORDS = row(
  'Symbol|ISIN|Entry Date|Exit Date|Quantity|Buy Value|Sell Value|Profit|Period of Holding|Fair Market Value|Taxable Profit|' +
    'Turnover|Brokerage|Exchange Transaction Charges|IPFT|SEBI Charges|CGST|SGST|IGST|Stamp Duty|STT',
);
const CONTRACT_WORDS = row(
  'Symbol|Entry Date|Exit Date|Quantity|Buy Value|Sell Value|Profit|Turnover|Brokerage|Exchange Transaction Charges|IPFT|' +
    'SEBI Charges|CGST|SGST|IGST|Stamp Duty|STT',
);

/** The sheet of matched lots. INFY: 10 + 2 bought, sold in two parts; an intraday trade; a fund; a contract. */
export const TRADEWISE: SampleCell[][] = [
  [null, 'Client ID', 'AB1234'],
  [null, 'PAN', 'ZZZZZ9999Z'],
  [],
  [null, 'Tradewise Exits from 2024-04-01 to 2025-03-31'],
  [],
  [null, 'Equity - Intraday'],
  LOT_WORDS,
  row(
    'WIPRO|INE075A01022|2024-05-02|2024-05-02|25|11500|11425|-75|0|0|-75|75|20|0.74|0|0.02|1.87|1.87|0|0.35|2.86',
  ),
  [null, 'Equity - Short Term'],
  LOT_WORDS,
  row(
    'INFY|INE009A01021|2024-06-03|2024-09-10|10|14100|18500|4400|99|0|4400|4400|0|1.05|0|0.03|0|0|0.19|1.6|32.6',
  ),
  row(
    'INFY|INE009A01021|2024-06-04|2024-09-10|2|2840|3700|860|98|0|860|860|0|0.21|0|0.01|0|0|0.04|0.32|6.54',
  ),
  [null, 'Equity - Long Term'],
  LOT_WORDS,
  row(
    'ASIANPAINT|INE021A01026|2016-08-01|2024-12-02|5|5600|12400|6800|3045|1150|6650|6800|0|0.6|0|0.02|0|0|0.11|0.5|18',
  ),
  [null, 'Equity - Buyback'],
  LOT_WORDS,
  [null, 'Mutual Funds'],
  LOT_WORDS,
  row(
    'UTI NIFTY 50 INDEX FUND - DIRECT PLAN|INF789F01XA0|2024-07-01|2024-09-02|20.5|3282.53|3485|202.47|63|0|202.47|202.47|0|0|0|0|0|0|0|0.16|0.03',
  ),
  [null, 'F&O'],
  CONTRACT_WORDS,
  row(
    'BANKNIFTY24MAR47000CE|2024-04-11T09:20:55|2024-04-12T09:20:55|15|3180|3607.5|427.5|427.5|40|3.4|0|0.01|0|0|7.81|0.1|2.2',
  ),
  [null, 'Currency'],
  CONTRACT_WORDS,
];

/** Four sheets as Console writes them; those of other segments are empty and left out here. */
const zerodha: Sample = {
  name: 'taxpnl-AB1234-2024_2025-Q1-Q4.xlsx',
  format: 'zerodha-tax-pnl',
  type: 'transactions',
  content: {
    sheets: [
      { name: 'Tradewise Exits from 2024-04-01', rows: TRADEWISE },
      {
        name: 'Equity and Non Equity',
        rows: [
          [null, 'P&L Statement for Equity from 2024-04-01 to 2025-03-31'],
          [],
          [null, 'Realized Profit Breakdown'],
          [null, 'Intraday/Speculative profit', -75],
          [null, 'Short Term profit', 5260],
          [null, 'Long Term profit', 6800],
        ],
      },
      { name: 'Equity Dividends', rows: ZERODHA_DIVIDEND_ROWS },
      {
        name: 'Other Debits and Credits',
        rows: [
          [null, 'Other Debits and Credits from 2024-04-01 to 2025-03-31'],
          [],
          [null, 'Equity'],
          [null, 'Particulars', 'Posting Date', 'Debit', 'Credit'],
          [null, 'DP charges for the sale of INFY', '2024-09-11', 15.93, 0],
          [null, 'Reversal of delayed payment charges', '2024-09-20', 0, 5.93],
        ],
      },
    ],
  },
};

/** Only the lots: nothing in it can be imported. */
const lotsOnly: Sample = {
  name: 'taxpnl.xlsx',
  format: 'zerodha-tax-pnl',
  type: 'transactions',
  content: { sheets: [{ name: 'Tradewise Exits from 2024-04-01', rows: TRADEWISE }] },
};

const words = (text: string): SampleCell[] => text.split('|');

const angelOne: Sample = {
  name: 'TaxPnL_A111111_2024-2025.xlsx',
  format: 'angel-one-tax-pnl',
  type: 'transactions',
  content: {
    sheets: [
      { name: 'Summary', rows: [['Angel One Limited, Tax P&L Report'], [], ['Client Code', 'A111111']] },
      {
        name: 'Equity+Bonds+SGB Trade Details',
        rows: [
          ['Equity+Bonds+SGB Trade Details'],
          [],
          ['Intraday (Speculation)'],
          words(
            'ISIN|Scrip Name|Qty|Transaction Date|Avg Buy Price|Buy Value|Avg Sell Price|Sell Value|Charges and Statutory|STT|Taxable P&L',
          ),
          ['INE075A01022', 'WIPRO LTD', 30, '02/05/2024', 460, 13800, 455, 13650, 6, 3, -156],
          ['Sub Total', null, 30],
          [],
          ['Delivery P&L'],
          words(
            'ISIN|Scrip Name|Qty|Buy Date|Sell Date|Avg Buy Price|Buy Value|Avg Sell Price|Sell Value|Cost Of Acquisition|Charges and Statutory|STT|Net Profit/Loss',
          ),
          [
            'INE009A01021',
            'INFOSYS LTD',
            8,
            '05/06/2024',
            '11/09/2024',
            1420,
            11360,
            1850,
            14800,
            11360,
            20.5,
            26.2,
            3419.5,
          ],
          ['Sub Total', null, 8],
          ['Grand Total', null, 38],
          [],
          ['Open Holdings'],
          words('ISIN|Scrip Name|Qty|Buy Date|Buy Price|Buy Value|Closing Price|Closing Value'),
          ['INE154A01025', 'ITC LTD', 12, '10/06/2024', 430, 5160, 450, 5400],
        ],
      },
      {
        name: 'Non Trade Charges',
        rows: [
          ['Charge', 'Posting Date', 'Debit Amount', 'Credit Amount'],
          ['DP Charges', '12/09/2024', 23.6, 0],
        ],
      },
      {
        name: 'Dividend Report',
        rows: [
          ['Dividend Report'],
          [],
          words('ISIN|Scrip Name|Dividend Date|Qty|Dividend Rate|Dividend Amount'),
          ['INE009A01021', 'INFOSYS LTD', '01/07/2024', 8, 28, 224],
          ['INE154A01025', 'ITC LTD', '04/02/2025', 12, 6.5, 78],
          ['Total', null, null, null, null, 302],
        ],
      },
    ],
  },
};

/** Of another broker, with prices in place of values; the 13th proves the order of its days. */
const gains: Sample = {
  name: 'Capital_Gains_Report.csv',
  format: 'realised-gains',
  type: 'transactions',
  content: [
    'Capital gains,FY 2024-2025',
    '',
    'Stock name,ISIN,Quantity,Buy date,Buy price,Sell date,Sell price,Realised P&L',
    'INFOSYS LTD,INE009A01021,4,13-05-2024,1410,05-08-2024,1750,1360',
    'WIPRO LTD,INE075A01022,10,02-05-2024,460,06-05-2024,455,-50',
    'Total,,14,,,,,1310',
    '',
  ].join('\n'),
};

export const TAX_PNL: readonly Sample[] = [zerodha, lotsOnly, angelOne, gains];
