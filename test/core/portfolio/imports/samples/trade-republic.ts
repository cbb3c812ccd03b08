import type { Sample } from './sample.ts';

const HEAD = [
  'datetime,date,account_type,category,type,asset_class,name,symbol,shares,price,amount,fee,tax,currency,original_amount',
  'original_currency,fx_rate,description,transaction_id,counterparty_name,counterparty_iban,payment_reference,mcc_code',
].join(',');
const line = (cells: string) =>
  `${cells
    .split(',')
    .concat(['', '', '', ''])
    .map((cell) => `"${cell}"`)
    .join(',')}\n`;
const ROWS = [
  '2025-03-01T08:00:00.000Z,2025-03-01,DEFAULT,CASH,CUSTOMER_INPAYMENT,,,,,,500.000000,,,EUR,,,,Top up,id-1',
  '2025-03-03T23:30:00.000Z,2025-03-04,DEFAULT,TRADING,BUY,STOCK,Microsoft,US5949181045,2.0000000000,350.000000,-700.00,-1.00,,EUR,,,,BUY,id-2',
  '2025-03-05T09:00:00.000Z,2025-03-05,DEFAULT,TRADING,SAVINGS_PLAN_EXECUTED,FUND,Core World,IE00B4L5Y983,0.512345,97.590000,-50.00,,,EUR,,,,PLAN,id-3',
  '2025-03-06T09:00:00.000Z,2025-03-06,DEFAULT,TRADING,BUY,BOND,Bund 2030,DE0001102507,1000.0000000000,0.985000,-985.00,-1.00,,EUR,,,,BUY,id-4',
  '2025-03-07T09:00:00.000Z,2025-03-07,DEFAULT,TRADING,BUY,CRYPTO,Bitcoin,BTC,0.0010000000,80000.000000,-80.00,-1.00,,EUR,,,,BUY,id-5',
  '2025-03-10T09:00:00.000Z,2025-03-10,DEFAULT,TRADING,BUY,DERIVATIVE,Call,DE000XX00001,10.0000000000,1.000000,-10.00,-1.00,,EUR,,,,BUY,id-6',
  '2025-06-02T00:00:00.000Z,2025-06-02,DEFAULT,CORPORATE_ACTION,SPLIT,STOCK,Microsoft,US5949181045,4.0000000000,,,,,EUR,,,,SPLIT,id-7',
  '2025-06-10T09:00:00.000Z,2025-06-10,DEFAULT,CASH,DIVIDEND,STOCK,Microsoft,US5949181045,6.0000000000,,3.300000,,-0.50,EUR,3.70,USD,0.891892,Dividend,id-8',
  '2025-06-12T09:00:00.000Z,2025-06-12,DEFAULT,CASH,DIVIDEND,STOCK,Microsoft,US5949181045,6.0000000000,,-3.300000,,0.50,EUR,3.70,USD,0.891892,Dividend,id-9',
  '2025-07-01T09:00:00.000Z,2025-07-01,DEFAULT,TRADING,SELL,STOCK,Microsoft,US5949181045,-1.5000000000,120.000000,180.00,-1.00,-2.50,EUR,,,,SELL,id-10',
  '2025-07-02T09:00:00.000Z,2025-07-02,DEFAULT,DELIVERY,MIGRATION,FUND,Core World,IE00B4L5Y983,-0.5123450000,,,,,EUR,,,,MIGRATION,id-11',
  '2025-07-02T09:00:00.000Z,2025-07-02,DEFAULT,DELIVERY,MIGRATION,FUND,Core World,IE00B4L5Y983,0.5123450000,,,,,EUR,,,,MIGRATION,id-12',
  '2025-07-03T09:00:00.000Z,2025-07-03,DEFAULT,CASH,CARD_TRANSACTION,,,,,,-9.500000,,,EUR,,,,Shop,id-13',
];

export const TRADE_REPUBLIC: Sample[] = [
  {
    name: 'Transaction export.csv',
    format: 'trade-republic',
    type: 'transactions',
    content: `${HEAD.split(',')
      .map((name) => `"${name}"`)
      .join(',')}\n${ROWS.map(line).join('')}`,
  },
  {
    name: 'export-semicolons.csv',
    format: 'trade-republic',
    type: 'transactions',
    content: `${HEAD.replaceAll(',', ';')}\n${ROWS.map((row) => `${row},,,,`.replaceAll(',', ';')).join('\n')}\n`,
  },
];
