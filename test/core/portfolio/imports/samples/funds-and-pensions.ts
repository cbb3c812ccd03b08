import type { Sample, SampleCell } from './sample.ts';

/** A blank after each comma of the header, and one row that is set in. */
const kuvera: Sample = {
  name: 'kuvera_transactions.csv',
  format: 'kuvera',
  type: 'transactions',
  content: [
    'Date, Folio Number, Name of the Fund, Order, Units, NAV, Current Nav, Amount (INR)',
    '2024-02-05,7777777,Quant Small Cap Growth Direct Plan,sell,40,231.5,260.1,9260',
    '2023-11-06,7777777,Quant Small Cap Growth Direct Plan,buy,49.261,202.9901,260.1,9999.5',
    '    2023-10-04,8888888,SBI Gold Growth Direct Plan,buy,312.5,16,18.2,5000',
    '',
  ].join('\n'),
};

/** Redemptions have a minus; two plans whose names were cut alike are told apart by their codes. */
const cams: Sample = {
  name: 'CAMS_transactions.csv',
  format: 'cams-transactions',
  type: 'transactions',
  content: [
    'MF_NAME,INVESTOR_NAME,PAN,FOLIO_NUMBER,PRODUCT_CODE,SCHEME_NAME,Type,TRADE_DATE,TRANSACTION_TYPE,DIVIDEND_RATE,AMOUNT,UNITS,PRICE,BROKER',
    'Sample Mutual Fund,Ravi Sample,ZZZZZ9999Z,4444444/11,YA1,Sample Midcap Opportunities Fund -,Equity,05-JAN-2021,SIP Purchase - Instalment 1/24,,4999.75,125.5,39.8386,Sample Broker',
    'Sample Mutual Fund,Ravi Sample,ZZZZZ9999Z,4444444/11,YA1,Sample Midcap Opportunities Fund -,Equity,07-JAN-2021,SIP Purchase - Payment not received,,-4999.75,-125.5,39.8386,Sample Broker',
    'Sample Mutual Fund,Ravi Sample,ZZZZZ9999Z,4444444/11,YA2,Sample Midcap Opportunities Fund -,Equity,05-FEB-2021,Purchase,,10000,200,50,Sample Broker',
    'Sample Mutual Fund,Ravi Sample,ZZZZZ9999Z,4444444/11,YA2,Sample Midcap Opportunities Fund -,Equity,06-FEB-2021,*** Stamp Duty ***,,0.50,,,Sample Broker',
    'Sample Mutual Fund,Ravi Sample,ZZZZZ9999Z,4444444/11,YA2,Sample Midcap Opportunities Fund -,Equity,01-MAR-2022,Switch Out - To Sample Liquid Fund,,-6600,-120,55,Sample Broker',
    'Sample Mutual Fund,Ravi Sample,ZZZZZ9999Z,4444444/11,YB1,Sample Liquid Fund IDCW,Debt,01-MAR-2022,Switch In - From Sample Midcap Fund,,6600,660,10,Sample Broker',
    'Sample Mutual Fund,Ravi Sample,ZZZZZ9999Z,4444444/11,YB1,Sample Liquid Fund IDCW,Debt,10-JUN-2022,IDCW Reinvest @ Rs.0.20 per unit,0.2,132,13.2,10,Sample Broker',
    'Sample Mutual Fund,Ravi Sample,ZZZZZ9999Z,4444444/11,YB1,Sample Liquid Fund IDCW,Debt,10-SEP-2022,IDCW Paid,0.1,67.32,0,0,Sample Broker',
    'Sample Mutual Fund,Ravi Sample,ZZZZZ9999Z,4444444/11,YB1,Sample Liquid Fund IDCW,Debt,11-SEP-2022,Registration of Nominee,,,,,Sample Broker',
    '',
  ].join('\n'),
};

const kfintech: Sample = {
  name: 'KFintech_transactions.csv',
  format: 'kfintech-transactions',
  type: 'transactions',
  content: [
    'FundName,Investor Name,Account Number,Product Code,Scheme Description,Transaction Date,Transaction Description,Amount,Units,NAV,Broker Code,Broker Name,SchemeISIN',
    'Axis Mutual Fund,Ravi Sample,9999999,AXSCDG,Axis Small Cap Fund - Direct Growth,15-04-2024,Purchase,8000,100,80,DIRECT,DIRECT,INF846K01K35',
    'Axis Mutual Fund,Ravi Sample,9999999,AXSCDG,Axis Small Cap Fund - Direct Growth,20-05-2024,Redemption,-2550,-30,85,DIRECT,DIRECT,INF846K01K35',
    '',
  ].join('\n'),
};

const cells = (text: string): SampleCell[] => text.split('|');

/** Redemptions have no sign here: the words say what they are. */
const mfcentral: Sample = {
  name: 'MFCentral_Detailed.xlsx',
  format: 'mfcentral-transactions',
  type: 'transactions',
  content: {
    sheets: [
      {
        name: 'Portfolio Details',
        rows: [
          cells('Scheme Name|Invested Value|Current Value'),
          cells('Sample Bluechip Fund - Direct Growth|7200.00|7800.00'),
        ],
      },
      {
        name: 'Transaction Details',
        rows: [
          cells('Scheme Name|Transaction Description|Date|NAV|Units|Amount'),
          cells('Sample Bluechip Fund - Direct Growth|Purchase Online|10-APR-2023|60.0000|150.000|9000.00'),
          cells(
            'Sample Bluechip Fund - Direct Growth|Redemption Of Units|12-MAY-2023|62.0000|30.000|1860.00',
          ),
          cells(
            'Sample Savings Fund - Direct IDCW|IDCW Paid @ Rs.0.40 per unit|15-MAY-2023|0.0000|0.000|48.00',
          ),
          cells('Sample Savings Fund - Direct IDCW|Rounding of last year|16-MAY-2023|10.0000|1.000|10.00'),
        ],
      },
    ],
  },
};

const NPS_HEAD = [
  'NPS Transaction Statement for Tier I Account',
  '',
  'Subscriber Details',
  '',
  "PRAN,'220000000000",
  'Subscriber Name,SHRI RAVI SAMPLE',
  '',
  'Investment Details- Scheme Wise Summary',
  '',
];

/** Schemes beside each other. Units pay the charges; a correction of the NAV adds some for nothing. */
const npsWide: Sample = {
  name: 'nps.csv',
  format: 'nps-statement',
  type: 'transactions',
  content: [
    ...NPS_HEAD,
    ' Contribution/Redemption Details during the selected period',
    '',
    "Date,Particulars,Uploaded By,Employee Contribution(Rs),Employer's Contribution(Rs),Total(Rs),",
    '12-May-2023,By Voluntary Contributions,eNPS - Online (50006),8000.00,0.00,8000.00,',
    '',
    'Transaction Details',
    '',
    'Date,Particulars,Withdrawal/ deduction in units towards intermediary charges (Rs),SAMPLE PENSION SCHEME E - TIER I Amount (Rs),SAMPLE PENSION SCHEME E - TIER I NAV (Rs),SAMPLE PENSION SCHEME E - TIER I Units,SAMPLE PENSION SCHEME C - TIER I Amount (Rs),SAMPLE PENSION SCHEME C - TIER I NAV (Rs),SAMPLE PENSION SCHEME C - TIER I Units,',
    '01-Apr-2023 ,Opening balance, , ,,50.0000, ,,0.0000,',
    ' 12-May-2023, By Voluntary Contributions, ,6000.00,48.0000,125.0000,2000.00,25.0000,80.0000,',
    ' 08-Jul-2023, Billing for Q1 2023-2024,(5.00),(5.00),50.0000,(0.1000), ,,,',
    ' 20-Jul-2023, Additional units due to incorrect NAV of 11-May-2023, , ,,, ,,0.5000,',
    '31-Mar-2024,Closing Balance, , ,,174.9000, ,,80.5000,',
    '',
  ].join('\n'),
};

/** Schemes below each other, and a closing balance that the rows do not reach. */
const npsPerScheme: Sample = {
  name: 'nps-2024.csv',
  format: 'nps-statement',
  type: 'transactions',
  content: [
    ...NPS_HEAD,
    'Transaction Details',
    '',
    'SAMPLE PENSION SCHEME G - TIER I POP',
    'Date,Description,Amount (in Rs),NAV,Units',
    '01-Apr-2024,Opening balance,,,10.0000',
    '14-Jun-2024,By Contribution for May2024,3000.00,30.0000,100.0000',
    '31-Mar-2025,Closing Balance,,,115.0000',
    '',
  ].join('\n'),
};

export const KUVERA: readonly Sample[] = [kuvera];
export const REGISTRARS: readonly Sample[] = [cams, kfintech, mfcentral];
export const NPS: readonly Sample[] = [npsWide, npsPerScheme];
