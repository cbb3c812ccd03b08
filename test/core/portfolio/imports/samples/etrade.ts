import type { Sample } from './sample.ts';

const HEADER =
  'Activity/Trade Date,Transaction Date,Settlement Date,Activity Type,Description,Symbol,Cusip,Quantity #,Price $,Amount $,Commission,Category,Note';

/** Titles with blank lines between; two dashes stand where there is nothing; an option goes by its share. */
export const ETRADE = `All Transactions Activity Types

Account Activity for Individual Brokerage -5501 from Current Year

Total:,1268.38

${HEADER}
12/31/25,12/31/25,12/31/25,Interest Income,SAMPLE BANK N.A. (Period 12/01-12/31),MSBNK,--,,,0.11,0.0,--,--
12/12/25,12/12/25,12/12/25,Dividend Reinvestment,MEADOW BOND INDEX ETF REIN @ 40.0000,MDWB,--,0.08,40.0,-3.2,0.0,--,--
12/12/25,12/12/25,12/12/25,Dividend,MEADOW BOND INDEX ETF,MDWB,--,,,3.2,0.0,--,--
11/14/25,11/14/25,11/14/25,Qualified Dividend,ALMOND SEMICON ADR,ALM,--,,,5.0,0.0,--,--
11/14/25,11/14/25,11/14/25,Foreign Tax Withholding,ALMOND SEMICON ADR,ALM,--,,,-0.75,0.0,--,--
09/18/25,09/18/25,09/19/25,Sold,ORCHARD TOOLS,ORCH,--,-2.0,60.0,119.98,0.0,--,--
08/08/25,08/08/25,08/11/25,Sold Short,PINE INC,PINE,--,-1.0,30.0,30.0,0.0,--,--
07/14/25,07/14/25,07/14/25,Transfer,GROVE GROUP TRANSFER FROM ANOTHER BROKER,GROV,--,7.0,,,0.0,--,--
06/20/25,06/20/25,06/20/25,Option Expired,CALL ORCH   06/20/25   220.000,ORCH,--,-1.0,,,0.0,--,--
06/10/25,06/10/25,06/10/25,Stock Split,ORCHARD TOOLS,ORCH,--,8.0,,,0.0,--,--
05/05/25,05/05/25,05/06/25,Bought To Open,CALL ORCH   06/20/25   220.000,ORCH,--,1.0,1.0,-100.51,0.51,--,--
04/21/25,04/21/25,04/22/25,Bought,MEADOW BOND INDEX ETF,MDWB,--,5.0,40.0,-200.0,0.0,--,--
04/14/25,04/14/25,04/15/25,Bought,ORCHARD TOOLS,ORCH,--,4.0,200.0,-806.95,6.95,--,--
04/09/25,04/09/25,04/09/25,Online Transfer,ACH DEPOSIT  REFID:000000000000;,--,--,,,2221.5,0.0,--,--

"This material is for informational purposes only."
`;

/** Until 2024: a dividend with a quantity is the purchase it paid for, whose price is in the words alone. */
export const OLD_ETRADE = `For Account:,####5501

TransactionDate,TransactionType,SecurityType,Symbol,Quantity,Amount,Price,Commission,Description

12/31/20,Dividend,MF,MDWBX,0.4,-5.60,0,0,MEADOW BOND FUND                REINVEST PRICE $ 14.00
12/31/20,Dividend,MF,MDWBX,0,5.60,0,0,MEADOW BOND FUND                RECORD 12/27/20 PAY 12/30/20
11/05/20,Sold,EQ,ORCH,-2,395.05,200,4.95,ORCHARD TOOLS
10/07/20,Bought To Open,OPTN,ORCH,1,-100.65,1,0.65,ORCH NOV 20 20 210 CALL
10/05/20,Bought,EQ,ORCH,3,-544.95,180,4.95,ORCHARD TOOLS
10/01/20,Transfer,CASH,,0,6000.00,0,0,ACH DEPOSIT REFID:000000000000
`;

/** The same with all signs the other way round. */
export const TURNED_ETRADE = OLD_ETRADE.replaceAll(
  /^(\d\d\/\d\d\/\d\d,[^,]+,[^,]+,[^,]*,)(-?)([\d.]+),(-?)([\d.]+),/gm,
  (_, begin: string, quantitySign: string, quantity: string, sign: string, amount: string) =>
    `${begin}${quantitySign === '' && Number(quantity) !== 0 ? '-' : ''}${quantity},${sign === '' ? '-' : ''}${amount},`,
);

export const ETRADE_SAMPLES: readonly Sample[] = [
  { name: 'DownloadTxnHistory.csv', format: 'etrade', type: 'transactions', content: ETRADE },
  { name: 'DownloadTxnHistory (1).csv', format: 'etrade-old', type: 'transactions', content: OLD_ETRADE },
  { name: 'tradesdownload.csv', format: 'etrade-old', type: 'transactions', content: TURNED_ETRADE },
];
