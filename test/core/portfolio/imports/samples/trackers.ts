import type { Sample } from './sample.ts';

const activity = (rest: object) => ({
  accountId: 'account-1',
  comment: null,
  fee: 0,
  currency: 'USD',
  dataSource: 'YAHOO',
  tags: [],
  ...rest,
});

const GHOSTFOLIO = {
  meta: { date: '2024-06-30T10:00:00.000Z', version: '2.90.0' },
  accounts: [
    { balances: [], comment: null, currency: 'USD', id: 'account-1', name: 'Long term', platformId: null },
    { balances: [], comment: null, currency: 'GBP', id: 'account-2', name: 'Play', platformId: null },
  ],
  assetProfiles: [
    {
      assetClass: 'EQUITY',
      assetSubClass: 'ETF',
      dataSource: 'YAHOO',
      isin: 'IE00B4L5Y983',
      name: 'Core World',
      symbol: 'IWDA.AS',
    },
    {
      assetClass: 'ALTERNATIVE',
      assetSubClass: 'CRYPTOCURRENCY',
      dataSource: 'YAHOO',
      name: 'Bitcoin',
      symbol: 'BTCUSD',
    },
    {
      assetClass: null,
      assetSubClass: null,
      dataSource: 'MANUAL',
      name: 'Family farm',
      symbol: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    },
  ],
  platforms: [],
  tags: [],
  activities: [
    activity({
      type: 'BUY',
      symbol: 'NVDA',
      quantity: 12,
      unitPrice: 41.25,
      fee: 3.5,
      date: '2022-02-01T00:00:00.000Z',
      comment: 'First',
    }),
    activity({
      type: 'SELL',
      symbol: 'NVDA',
      quantity: 5,
      unitPrice: 60,
      fee: 2.5,
      date: '2023-02-01T00:00:00.000Z',
    }),
    activity({
      type: 'DIVIDEND',
      symbol: 'NVDA',
      quantity: 7,
      unitPrice: 0.04,
      date: '2023-03-15T00:00:00.000Z',
    }),
    activity({
      type: 'BUY',
      symbol: 'TCS.NS',
      quantity: 3,
      unitPrice: 3200,
      fee: 12,
      currency: 'INR',
      date: '2023-04-09T18:30:00.000Z',
    }),
    activity({
      type: 'BUY',
      symbol: 'DGE.L',
      quantity: 10,
      unitPrice: 3050,
      fee: 500,
      currency: 'GBp',
      date: '2023-05-02T00:00:00.000Z',
      accountId: 'account-2',
    }),
    activity({
      type: 'BUY',
      symbol: 'IWDA.AS',
      quantity: 1.5,
      unitPrice: 80,
      currency: 'EUR',
      date: '2023-05-03T00:00:00.000Z',
    }),
    activity({
      type: 'BUY',
      symbol: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      dataSource: 'MANUAL',
      quantity: 1,
      unitPrice: 9000,
      date: '2023-05-04T00:00:00.000Z',
    }),
    activity({
      type: 'BUY',
      symbol: 'BTCUSD',
      quantity: 0.1,
      unitPrice: 30000,
      date: '2023-05-05T00:00:00.000Z',
    }),
    activity({
      type: 'INTEREST',
      symbol: 'x',
      dataSource: 'MANUAL',
      quantity: 1,
      unitPrice: 2,
      date: '2023-06-01T00:00:00.000Z',
    }),
    activity({
      type: 'FEE',
      symbol: 'x',
      dataSource: 'MANUAL',
      quantity: 0,
      unitPrice: 0,
      fee: 5,
      date: '2023-06-02T00:00:00.000Z',
    }),
    activity({ type: 'BUY', symbol: 'NVDA', quantity: 1, unitPrice: 0, date: '2024-12-01T00:00:00.000Z' }),
  ],
  user: { settings: { currency: 'USD' } },
};

const FIRST: Readonly<Record<string, string>>[] = [
  {
    id: 'w-1',
    activityType: 'DEPOSIT',
    status: 'POSTED',
    date: '2023-01-02T00:00:00Z',
    amount: '1000',
    fee: '0',
    currency: 'USD',
  },
  {
    id: 'w-2',
    activityType: 'BUY',
    status: 'POSTED',
    date: '2023-01-10T15:00:00Z',
    quantity: '6',
    unitPrice: '50.5',
    amount: '303',
    fee: '1.25',
    currency: 'USD',
    comment: 'Said \\"now\\"\\nor never',
    symbol: 'SEC:NVDA:XNAS',
    assetSymbol: 'NVDA',
    exchangeMic: 'XNAS',
    instrumentType: 'EQUITY',
  },
  {
    id: 'w-3',
    activityType: 'DIVIDEND',
    subtype: 'DRIP',
    status: 'POSTED',
    date: '2023-03-10T15:00:00Z',
    quantity: '0.1',
    unitPrice: '60',
    amount: '6',
    fee: '0',
    currency: 'USD',
    symbol: 'SEC:NVDA:XNAS',
    assetSymbol: 'NVDA',
    exchangeMic: 'XNAS',
    instrumentType: 'EQUITY',
  },
  {
    id: 'w-4',
    activityType: 'SPLIT',
    status: 'POSTED',
    date: '2023-05-10T15:00:00Z',
    amount: '4',
    fee: '0',
    currency: 'USD',
    symbol: 'SEC:NVDA:XNAS',
    assetSymbol: 'NVDA',
    exchangeMic: 'XNAS',
    instrumentType: 'EQUITY',
  },
  {
    id: 'w-5',
    activityType: 'SELL',
    status: 'POSTED',
    date: '2023-06-10T15:00:00Z',
    quantity: '2',
    unitPrice: '20',
    amount: '40',
    fee: '1',
    currency: 'USD',
    symbol: 'SEC:NVDA:XNAS',
    assetSymbol: 'NVDA',
    exchangeMic: 'XNAS',
    instrumentType: 'EQUITY',
  },
  {
    id: 'w-6',
    activityType: 'BUY',
    status: 'DRAFT',
    date: '2023-06-11T15:00:00Z',
    quantity: '2',
    unitPrice: '20',
    amount: '40',
    fee: '1',
    currency: 'USD',
    symbol: 'SEC:NVDA:XNAS',
    assetSymbol: 'NVDA',
    exchangeMic: 'XNAS',
    instrumentType: 'EQUITY',
  },
  {
    id: 'w-7',
    activityType: 'TRANSFER_IN',
    status: 'POSTED',
    date: '2023-06-12T15:00:00Z',
    quantity: '9',
    fee: '0',
    currency: 'INR',
    symbol: 'SEC:TCS:XNSE',
    assetSymbol: 'TCS.NS',
    exchangeMic: 'XNSE',
    instrumentType: 'EQUITY',
  },
  {
    id: 'w-8',
    activityType: 'TRANSFER_IN',
    status: 'POSTED',
    date: '2023-06-13T15:00:00Z',
    quantity: '4',
    unitPrice: '25',
    fee: '0',
    currency: 'USD',
    symbol: 'SEC:VT:ARCX',
    assetSymbol: 'VT',
    exchangeMic: 'ARCX',
    instrumentType: 'ETF',
  },
  {
    id: 'w-9',
    activityType: 'TRANSFER_OUT',
    status: 'POSTED',
    date: '2023-06-14T15:00:00Z',
    quantity: '1',
    fee: '0',
    currency: 'USD',
    symbol: 'SEC:VT:ARCX',
    assetSymbol: 'VT',
    exchangeMic: 'ARCX',
    instrumentType: 'ETF',
  },
];
const WEALTHFOLIO = FIRST.map((one): Readonly<Record<string, string>> => ({
  ...one,
  accountId: 'a-1',
  accountName: 'Depot',
  accountCurrency: 'USD',
}));

const KEYS = [
  'id',
  'activityType',
  'subtype',
  'status',
  'date',
  'quantity',
  'unitPrice',
  'amount',
  'fee',
  'currency',
  'comment',
].concat([
  'symbol',
  'accountId',
  'accountName',
  'accountCurrency',
  'assetSymbol',
  'exchangeMic',
  'instrumentType',
]);
const WEALTHFOLIO_CSV = [
  KEYS.map((key) => `"${key}"`).join(','),
  ...WEALTHFOLIO.map((one) => KEYS.map((key) => `"${one[key] ?? ''}"`).join(',')),
].join('\n');
const WEALTHFOLIO_JSON = JSON.stringify(
  WEALTHFOLIO.map((one) => ({
    ...one,
    comment: one['comment'] === undefined ? null : 'Said "now"\nor never',
  })),
);

const TABLE =
  'date,symbol,instrumentType,quantity,activityType,unitPrice,currency,fee,amount,fxRate,subtype\n' +
  '2023-02-01,NVDA,EQUITY,8,BUY,30.00,USD,1.50,,,\n' +
  '2023-03-01,NVDA,EQUITY,8,DIVIDEND,0.05,USD,0,0.40,,QUALIFIED\n' +
  '2023-04-01,$CASH-USD,,1,DEPOSIT,1,USD,0,500.00,,\n' +
  '2023-05-01,NVDA,EQUITY,3,SELL,35.00,USD,1.50,105.00,,\n';
const OLD_TABLE =
  'date,type,symbol,quantity,unit_price,currency,fee,amount,fx_rate,subtype\n' +
  '2023-02-01,BUY,NVDA,8,30.00,USD,1.50,240.00,,\n2023-06-10,SPLIT,NVDA,,,USD,0,10,,\n';

const PP =
  'Date,Type,Value,Transaction Currency,Gross Amount,Currency Gross Amount,Exchange Rate,Fees,Taxes,Shares,ISIN,WKN,Ticker Symbol,' +
  'Security Name,Note,Cash Account,Securities Account,Offset Account\n' +
  '2023-01-02T00:00,Deposit,"3,000.00",EUR,,,,0.00,0.00,,,,,,,Konto,,\n' +
  '2023-01-10T09:15,Buy,"1,205.00",EUR,"1,500.00",USD,0.8000,4.00,1.00,12,US5949181045,870747,MSFT,Microsoft Corp.,First,Konto,Depot A,\n' +
  '2023-02-01T00:00,Delivery (Inbound),400.00,EUR,400.00,EUR,,0.00,0.00,8,DE0007164600,716460,SAP.DE,SAP SE,,,Depot A,\n' +
  '2023-04-03T00:00,Dividend,2.10,EUR,3.50,USD,0.8000,0.00,0.70,12,US5949181045,870747,MSFT,Microsoft Corp.,,Konto,,\n' +
  '2023-05-04T10:00,Sell,333.00,EUR,425.00,USD,0.8000,5.00,2.00,3,US5949181045,870747,MSFT,Microsoft Corp.,,Konto,Depot A,\n' +
  '2023-06-01T00:00,Delivery (Outbound),100.00,EUR,100.00,EUR,,0.00,0.00,2,DE0007164600,716460,SAP.DE,SAP SE,,,Depot A,\n' +
  '2023-07-01T00:00,Taxes,1.00,EUR,,,,0.00,0.00,,,,,,,Konto,,\n';
const PP_DE =
  'Datum;Typ;Wert;Buchungswährung;Bruttobetrag;Währung Bruttobetrag;Wechselkurs;Gebühren;Steuern;Stück;ISIN;WKN;Ticker-Symbol;Wertpapiername;Notiz\n' +
  '2023-01-02T00:00;Einlage;3.000,00;EUR;;;;0,00;0,00;;;;;;\n' +
  '2023-01-10T09:15;Kauf;1.205,00;EUR;1.500,00;USD;0,8000;4,00;1,00;12;US5949181045;870747;MSFT;Microsoft Corp.;\n' +
  '2023-04-03T00:00;Dividende;2,10;EUR;3,50;USD;0,8000;0,00;0,70;12;US5949181045;870747;MSFT;Microsoft Corp.;\n' +
  '2023-05-04T10:00;Verkauf;333,00;EUR;425,00;USD;0,8000;5,00;2,00;1,5;US5949181045;870747;MSFT;Microsoft Corp.;\n';

const sample = (name: string, format: string, content: string): Sample => ({
  name,
  format,
  type: 'transactions',
  content,
});

export const TRACKERS: Sample[] = [
  sample('ghostfolio.json', 'ghostfolio', JSON.stringify(GHOSTFOLIO, null, 2)),
  sample(
    'ghostfolio-old.json',
    'ghostfolio',
    JSON.stringify({ meta: GHOSTFOLIO.meta, activities: GHOSTFOLIO.activities.slice(0, 2) }),
  ),
  sample('activities.csv', 'wealthfolio', WEALTHFOLIO_CSV),
  sample('activities.json', 'wealthfolio', WEALTHFOLIO_JSON),
  sample('import.csv', 'wealthfolio-table', TABLE),
  sample('import-old.csv', 'wealthfolio-table', OLD_TABLE),
  sample('All_transactions.csv', 'portfolio-performance', PP),
  sample('Depotumsätze.csv', 'portfolio-performance', PP_DE),
];
