import type { PrintedScheme, PrintedStatement } from '../../../../support/cas-pages.ts';

const TABLE_OF = (from: string, to: string) => `${from} To ${to}`;
const HOUSE = 'Meadow Mutual Fund';

/** Purchases, a payment that bounced, sales with tax, a switch, a bonus and a folio of the same scheme. */
export const GROWTH: PrintedScheme = {
  house: HOUSE,
  folio: 'Folio No: 5550001 / 41',
  name: [
    'MDFG-Meadow Flexi Cap Fund - Direct Plan - Growth (formerly Meadow Equity Fund) (Non-Demat) - ISIN: INF900Z',
    '01019(Advisor: DIRECT)',
  ],
  registrar: 'CAMS',
  opening: '0.000',
  rows: [
    {
      date: '05-Jan-2023',
      words: 'Purchase - via Internet',
      amount: '9,999.50',
      units: '500.000',
      price: '19.9990',
      balance: '500.000',
    },
    { date: '05-Jan-2023', words: '*** Stamp Duty ***', amount: '0.50' },
    {
      date: '06-Feb-2023',
      words: 'SIP Purchase - Instalment 1/24',
      amount: '1,999.90',
      units: '99.995',
      price: '20.0000',
      balance: '599.995',
    },
    { date: '06-Feb-2023', words: '*** Stamp Duty ***', amount: '0.10' },
    {
      date: '08-Feb-2023',
      words: 'SIP Purchase Reversed - Insufficient balance',
      amount: '(1,999.90)',
      units: '(99.995)',
      price: '20.0000',
      balance: '500.000',
    },
    { date: '01-Mar-2023', words: '*** Registration of Nominee ***' },
    {
      date: '15-Mar-2023',
      words: 'Redemption less TDS, STT',
      amount: '(2,199.80)',
      units: '(100.000)',
      price: '22.0000',
      balance: '400.000',
    },
    { date: '15-Mar-2023', words: '*** STT Paid ***', amount: '0.20' },
    {
      date: '20-Apr-2023',
      words: 'Switch-Out - To Meadow Income Fund - Direct Plan -\nIDCW Payout',
      amount: '(1,150.00)',
      units: '(50.000)',
      price: '23.0000',
      balance: '350.000',
    },
    { date: '02-May-2023', words: 'Bonus Units 1:10', units: '35.000', balance: '385.000' },
  ],
  closing: [
    'Closing Unit Balance: 385.000 NAV on 31-May-2023: INR 24.0000 Total Cost Value: 7,000.00 Market Value on 31-May-2023: INR 9,240.00',
  ],
};

/** A dividend that is paid, one put in again, tax withheld, units that come without money, and a merger. */
export const INCOME: PrintedScheme = {
  house: HOUSE,
  folio: 'Folio No: 5550001 / 41',
  name: ['MDIN-Meadow Income Fund - Direct Plan - IDCW - ISIN: INF900Z01027(Advisor: ARN-00000)'],
  registrar: 'CAMS',
  opening: '200.000',
  rows: [
    {
      date: '20-Apr-2023',
      words: 'Switch In - From Meadow Flexi Cap Fund - Direct Plan - Growth',
      amount: '1,149.94',
      units: '100.000',
      price: '11.4994',
      balance: '300.000',
    },
    { date: '20-Apr-2023', words: '*** Stamp Duty ***', amount: '0.06' },
    { date: '25-Apr-2023', words: 'IDCW Paid @ Rs.0.50 per unit', amount: '135.00' },
    { date: '25-Apr-2023', words: '*** TDS on Above ***', amount: '15.00' },
    {
      date: '10-May-2023',
      words: 'IDCW Reinvestment @ Rs.1.00 per unit',
      amount: '299.99',
      units: '25.000',
      price: '11.9996',
      balance: '325.000',
    },
    { date: '10-May-2023', words: '*** Stamp Duty ***', amount: '0.01' },
    {
      date: '11-May-2023',
      words: 'Creation of units - Segregated portfolio',
      amount: '0.00',
      units: '5.000',
      price: '0.0000',
      balance: '330.000',
    },
    {
      date: '12-May-2023',
      words: 'Merger In - From Meadow Savings Fund',
      amount: '600.00',
      units: '50.000',
      price: '12.0000',
      balance: '380.000',
    },
    { date: '13-May-2023', words: 'Transmission Out', units: '(30.000)', balance: '350.000' },
  ],
  closing: [
    'Closing Unit Balance: 350.000 NAV on 31-May-2023: INR 12.0000 Total Cost Value: 4,100.00 Market Value on 31-May-2023: INR 4,200.00',
  ],
};

/** The first scheme once more, in another folio. */
export const SECOND_FOLIO: PrintedScheme = {
  ...GROWTH,
  folio: 'Folio No: 5550002',
  rows: [
    {
      date: '05-Jan-2023',
      words: 'Systematic Investment (1/60)',
      amount: '999.95',
      units: '50.000',
      price: '19.9990',
      balance: '50.000',
    },
    { date: '05-Jan-2023', words: '*** Stamp Duty ***', amount: '0.05' },
  ],
  closing: [
    'Closing Unit Balance: 50.000 NAV on 31-May-2023: INR 24.0000 Total Cost Value: 1,000.00 Market Value on 31-May-2023: INR 1,200.00',
  ],
};

/** A sale that came back, where the registrar prints brackets around units that return; the valuation of older statements. */
export const KFIN: PrintedScheme = {
  house: 'Harbour MF',
  folio: 'Folio No: 77001122',
  name: ['128HBSG-Harbour Small Cap Fund Direct Growth - ISIN: INF901Z01017(Advisor: DIRECT)'],
  registrar: 'KFINTECH',
  opening: '10.0000',
  rows: [
    {
      date: '03-Apr-2023',
      words: 'Systematic Withdrawal',
      amount: '(400.00)',
      units: '(4.0000)',
      price: '100.0000',
      balance: '6.0000',
    },
    {
      date: '05-Apr-2023',
      words: 'SWP Rejection',
      amount: '(400.00)',
      units: '(4.0000)',
      price: '100.0000',
      balance: '10.0000',
    },
  ],
  closing: [
    'Closing Unit Balance: 10.0000 NAV on 31-May-2023: INR 110.0000 Valuation on 31-May-2023: INR 1,100.00',
  ],
};

export const STATEMENT: PrintedStatement = {
  issuer: 'CAMSCASWS-111111111111',
  period: TABLE_OF('01-Jan-2023', '31-May-2023'),
  front: [
    ['Email Id: nobody@example.com'],
    ['PORTFOLIO SUMMARY'],
    ['Mutual Fund', 'Cost Value (INR)', 'Market Value (INR)'],
    ['Meadow Mutual Fund', '12,100.00', '14,640.00'],
    ['Harbour MF', '1,000.00', '1,100.00'],
    ['Total', '13,100.00', '15,740.00'],
  ],
  schemes: [GROWTH, INCOME, SECOND_FOLIO, KFIN],
};

/** The same folio as MFCentral prints it. */
export const MFCENTRAL: PrintedStatement = {
  period: TABLE_OF('01-JAN-2023', '31-MAY-2023'),
  schemes: [
    {
      ...GROWTH,
      folio: 'FOLIO NO: 5550001',
      name: ['Meadow Flexi Cap Fund - Direct Plan - Growth (Advisor: DIRECT) ISIN: INF900Z01019'],
      rows: GROWTH.rows.map((row) => ({ ...row, date: row.date.toUpperCase() })),
      closing: [
        'Closing Unit Balance: 385.000 Nav as on 31-MAY-2023: INR 24.0000',
        'Valuation on 31-MAY-2023 : INR 9,240.00',
      ],
    },
  ],
};
