import type { Sample } from './sample.ts';

const ORDER = (n: number) => `aaaaaaaa-1111-4222-8333-00000000000${n}`;

const TRANSACTIONS =
  'Date,Time,Product,ISIN,Reference exchange,Venue,Quantity,Price,,Local value,,Value EUR,Exchange rate,AutoFX Fee,' +
  'Transaction and/or third party fees EUR,Total EUR,Order ID,\n' +
  `21-11-2023,09:30,SAP SE,DE0007164600,XET,XETA,-3,130.5000,EUR,391.50,EUR,391.50,,0.00,-3.90,387.60,,${ORDER(3)}\n` +
  '15-08-2023,08:05,GRANITE MINING,US5949181045,NDQ,,20,5.0000,USD,-100.00,USD,-80.00,1.2500,0.00,,-80.00,,\n' +
  '15-08-2023,08:05,GRANITE MINING,US0378331005,NDQ,,-10,10.0000,USD,100.00,USD,80.00,1.2500,0.00,,80.00,,\n' +
  `04-05-2023,15:31,GRANITE MINING,US0378331005,NDQ,XNAS,6,8.0000,USD,-48.00,USD,-38.40,1.2500,-0.10,-2.00,-40.50,,${ORDER(2)}\n` +
  `04-05-2023,15:31,GRANITE MINING,US0378331005,NDQ,XNAS,2,8.0000,USD,-16.00,USD,-12.80,1.2500,-0.03,,-12.83,,${ORDER(2)}\n` +
  `04-05-2023,15:31,GRANITE MINING,US0378331005,NDQ,XNAS,2,8.0000,USD,-16.00,USD,-12.80,1.2500,-0.03,,-12.83,,${ORDER(2)}\n` +
  `03-05-2023,09:15,SAP SE,DE0007164600,XET,XETA,5,120.0000,EUR,-600.00,EUR,-600.00,,0.00,-3.90,-603.90,,${ORDER(1)}\n`;

/** The older form: a currency after each amount, no AutoFX; Dutch words and numbers. */
const TRANSACTIONS_NL =
  'Datum;Tijd;Product;ISIN;Beurs;Uitvoeringsplaats;Aantal;Koers;;Lokale waarde;;Waarde;;Wisselkoers;Transactiekosten en/of;;Totaal;;Order ID\n' +
  `04-05-2021;15:31;GRANITE MINING;US0378331005;NDQ;XNAS;4;8,0000;USD;-32,00;USD;-25,60;EUR;1,2500;-2,00;EUR;-27,60;EUR;${ORDER(4)}\n` +
  `03-05-2021;09:15;SAP SE;DE0007164600;XET;XETA;10;1.120,0000;EUR;-11.200,00;EUR;-11.200,00;EUR;;-3,90;EUR;-11.203,90;EUR;${ORDER(5)}\n`;

const ACCOUNT =
  'Date,Time,Value date,Product,ISIN,Description,FX,Change,,Balance,,Order Id\n' +
  '12-09-2023,06:30,11-09-2023,,,FX Debit,1.2500,USD,-2.55,USD,0.00,\n' +
  '11-09-2023,07:30,10-09-2023,GRANITE MINING,US5949181045,Dividend Tax,,USD,-0.45,USD,2.55,\n' +
  '11-09-2023,07:30,10-09-2023,GRANITE MINING,US5949181045,Dividend,,USD,3.00,USD,3.00,\n' +
  '15-08-2023,08:05,15-08-2023,GRANITE MINING,US5949181045,STOCK SPLIT: Buy 20 GRANITE MINING@5 USD (US5949181045),,USD,-100.00,USD,0.00,\n' +
  '15-08-2023,08:05,15-08-2023,GRANITE MINING,US0378331005,STOCK SPLIT: Sell 10 GRANITE MINING@10 USD (US0378331005),,USD,100.00,USD,100.00,\n' +
  `04-05-2023,15:31,04-05-2023,GRANITE MINING,US0378331005,DEGIRO Transaction and/or third party fees,,EUR,-2.00,EUR,333.60,${ORDER(2)}\n` +
  `04-05-2023,15:31,04-05-2023,GRANITE MINING,US0378331005,FX Debit,,EUR,-38.40,EUR,335.60,${ORDER(2)}\n` +
  `04-05-2023,15:31,04-05-2023,GRANITE MINING,US0378331005,FX Credit,1.2500,USD,48.00,USD,0.00,${ORDER(2)}\n` +
  `04-05-2023,15:31,04-05-2023,GRANITE MINING,US0378331005,Buy 6 GRANITE MINING@8 USD (US0378331005),,USD,-48.00,USD,-48.00,${ORDER(2)}\n` +
  '02-05-2023,10:00,02-05-2023,,,flatex Deposit,,EUR,374.00,EUR,374.00,\n';

const ACCOUNT_NL =
  'Datum,Tijd,Valutadatum,Product,ISIN,Omschrijving,FX,Mutatie,,Saldo,,Order Id\n' +
  '11-09-2023,07:30,10-09-2023,GRANITE MINING,US5949181045,Dividendbelasting,,USD,"-0,45",USD,"2,55",\n' +
  '11-09-2023,07:30,10-09-2023,GRANITE MINING,US5949181045,Dividend,,USD,"3,00",USD,"3,00",\n' +
  `04-05-2023,15:31,04-05-2023,SAP SE,DE0007164600,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-3,90",EUR,"1,00",${ORDER(6)}\n` +
  `04-05-2023,15:31,04-05-2023,SAP SE,DE0007164600,"Koop 10 @ 1.120,5 EUR",,EUR,"-11.205,00",EUR,"4,90",${ORDER(6)}\n` +
  `04-05-2023,15:30,04-05-2023,GRANITE MINING,US0378331005,DEGIRO Transactiekosten en/of kosten van derden,,EUR,"-2,00",EUR,"1,00",${ORDER(7)}\n` +
  `04-05-2023,15:30,04-05-2023,GRANITE MINING,US0378331005,Verkoop 2 @ 8 USD,,USD,"16,00",USD,"16,00",${ORDER(7)}\n` +
  '02-05-2023,10:00,02-05-2023,,,iDEAL Deposit,,EUR,"12.000,00",EUR,"12.000,00",\n';

export const DEGIRO: Sample[] = [
  { name: 'Transactions.csv', format: 'degiro-transactions', type: 'transactions', content: TRANSACTIONS },
  { name: 'Transacties.csv', format: 'degiro-transactions', type: 'transactions', content: TRANSACTIONS_NL },
  { name: 'Account.csv', format: 'degiro-account', type: 'transactions', content: ACCOUNT },
  { name: 'Rekening.csv', format: 'degiro-account', type: 'transactions', content: ACCOUNT_NL },
];
