import type { Sample } from './sample.ts';

const NOW =
  'Action,Time,ISIN,Ticker,Name,Notes,ID,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,' +
  'Currency (Result),Total,Currency (Total),Withholding tax,Currency (Withholding tax),Stamp duty reserve tax,' +
  'Currency (Stamp duty reserve tax),Currency conversion fee,Currency (Currency conversion fee)\n' +
  'Deposit,2023-02-01 08:00:00.000,,,,Card,id-1,,,,,,,900.00,EUR,,,,,,\n' +
  'Market buy,2023-02-02 15:30:00.250,US5949181045,MSFT,Microsoft,,EOF1,2.5000000000,100.00,USD,1.25000000,,EUR,200.40,EUR,,,,,0.40,EUR\n' +
  'Limit buy,2023-02-03 09:00:00.001,GB0002374006,DGE,Diageo,,EOF2,10.0000000000,2000.00,GBX,80.00000000,,EUR,251.25,EUR,,,1.25,EUR,,\n' +
  'Stock split close,2023-03-01 07:00:00.100,US5949181045,MSFT,Microsoft,,EOF3,2.5000000000,120.00,USD,1.20000000,0.00,EUR,250.00,EUR,,,,,,\n' +
  'Stock split open,2023-03-01 07:00:00.200,US5949181045,MSFT,Microsoft,,EOF4,7.5000000000,40.00,USD,1.20000000,,EUR,250.00,EUR,,,,,,\n' +
  'Dividend (Ordinary),2023-04-03 10:00:00,US5949181045,MSFT,Microsoft,,,7.5000000000,0.340000,USD,Not available,,,2.32,EUR,0.45,USD,,,,\n' +
  'Stop sell,2023-05-04 18:00:00.000,US5949181045,MSFT,Microsoft,,EOF5,1.5000000000,50.00,USD,1.20000000,10.00,EUR,62.38,EUR,,,,,0.12,EUR\n' +
  'Stock distribution,2023-06-01 07:00:00.000,US5949181045,MSFT,Microsoft,,EOF6,1.0000000000,0.00,USD,1.20000000,,EUR,0.00,EUR,,,,,,\n' +
  'Lending interest,2023-06-30 02:00:00.000,,,,Interest,id-2,,,,,,,0.11,EUR,,,,,,\n';

/** As of 2020: another order, and the account's currency in the heads. */
const OLD =
  'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result (GBP),Total (GBP),' +
  'Withholding tax,Currency (Withholding tax),Charge amount (GBP),Stamp duty reserve tax (GBP),ID,Currency conversion fee (GBP)\n' +
  'Market buy,2020-08-03 14:30:01,US5949181045,MSFT,Microsoft,1.0000000000,200.00,USD,1.25,,160.24,,,,,EOF11,0.24\n' +
  'Market buy,2020-08-04 08:30:01,GB0002374006,DGE,Diageo,2.0000000000,2600.00,GBX,100,,52.26,,,,0.26,EOF12,\n' +
  'Dividend (Ordinary),2020-09-10 10:00:00,GB0002374006,DGE,Diageo,2.0000000000,27.50,GBX,Not available,,0.55,0.00,GBX,,,,\n';

export const TRADING_212: Sample[] = [
  { name: 'from_2023.csv', format: 'trading-212', type: 'transactions', content: NOW },
  { name: 'from_2020.csv', format: 'trading-212', type: 'transactions', content: OLD },
];
