import type { Sample } from './sample.ts';

const FOOTER = `

"The data and information in this spreadsheet is provided to you solely for your use and is not for distribution. The spreadsheet is provided for"
"informational purposes only, and is not intended to provide advice."

Date downloaded 02/18/2025 09:41 am
`;

/** Two blank lines first, newest rows first, the balance after each; bonds per 100 of their face value. */
export const FIDELITY = `\uFEFF

Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date
02/14/2025,YOU BOUGHT HEDGEROW WORLD ETF (HEDG) (Cash),HEDG,HEDGEROW WORLD ETF,Cash,50,4,"","","","-200",Processing,02/18/2025
02/12/2025,REINVESTMENT CASH (315994103) (Cash),315994103,FDIC-INSURED DEPOSIT SWEEP,Cash,1,2.11,"","","","-2.11",15782.57,
02/12/2025,INTEREST EARNED CASH (315994103) (Cash),315994103,FDIC-INSURED DEPOSIT SWEEP,Cash,,0,"","","",2.11,15782.57,
02/10/2025,REINVESTMENT MEADOW BD INDEX FDS (MDWB) (Cash),MDWB,MEADOW BD INDEX FDS,Cash,40,0.3,"","","","-12",15780.46,
02/10/2025,DIVIDEND RECEIVED MEADOW BD INDEX FDS (MDWB) (Cash),MDWB,MEADOW BD INDEX FDS,Cash,,0,"","","",12,15792.46,
02/07/2025,YOU BOUGHT UNITED STATES TREAS BILLS ZERO CPN 0.00000% 08/07/2025 (Cash),91279ZZZ1,UNITED STATES TREAS BILLS ZERO CPN 0.00000% 08/07/2025,Cash,97.5,4000,"","","","-3900",15780.46,02/10/2025
02/06/2025,YOU BOUGHT BIRCH TOWN WTR BDS 04.00000% 01/01/2031 (Cash),90009ZZB2,BIRCH TOWN WTR BDS 04.00000% 01/01/2031,Cash,101,2000,"","",12.5,"-2032.5",19680.46,02/07/2025
02/05/2025,YOU SOLD OPENING TRANSACTION CALL (PLUM) PLUM FARMS AUG 15 25 $20 (100 SHS) (Cash),"-PLUM250815C20",CALL (PLUM) PLUM FARMS AUG 15 25 $20 (100 SHS),Cash,1.2,-1,0.65,0.03,"",119.32,21712.96,02/06/2025
02/04/2025,FOREIGN TAX PAID ALMOND SEMICON (ALM) (Cash),ALM,ALMOND SEMICON SPON ADS,Cash,,0,"","","","-0.9",21593.64,
02/04/2025,DIVIDEND RECEIVED ALMOND SEMICON (ALM) (Cash),ALM,ALMOND SEMICON SPON ADS,Cash,,0,"","","",6,21594.54,
02/03/2025,LONG-TERM CAP GAIN HEDGEROW WORLD ETF (HEDG) (Cash),HEDG,HEDGEROW WORLD ETF,Cash,,0,"","","",3.5,21588.54,
01/31/2025,YOU SOLD EXEC ON MULT EXCHG DETAILS ON REQUEST ORCHARD TOOLS (ORCH) (Margin),ORCH,ORCHARD TOOLS,Margin,21.5,"-20","",0.01,"",429.99,21585.04,02/03/2025
01/30/2025,DISTRIBUTION ORCHARD TOOLS (ORCH) (Cash),ORCH,ORCHARD TOOLS,Cash,,20,"","","",,21155.05,
01/29/2025,REDEMPTION PAYOUT BIRCH CITY REF BDS 03.00000% 01/29/2025 (Cash),90009ZZC0,BIRCH CITY REF BDS,Cash,1,"-3000","","","",3000,21155.05,
01/28/2025,YOU BOUGHT EX-DIV DATE 01/28/25RECORD DATE 01/29/25 ORCHARD TOOLS (ORCH) (Cash),ORCH,ORCHARD TOOLS,Cash,42,20,4.95,"","","-844.95",18155.05,01/29/2025
01/27/2025,MERGER MER FROM 90001A101#REOR M0000000000000 GROVE GROUP ADS (GROV) (Cash),GROV,GROVE GROUP SPON ADS,Shares,,15,"","","",300,19000,
01/24/2025,DISTRIBUTION SPINOFF FROM:(ELM   ) TWIG INC (TWIG) (Cash),TWIG,TWIG INC,Cash,,3,"","","",,19000,
01/21/2025,YOU BOUGHT ELM CO (ELM) (Cash),ELM,ELM CO,Cash,10,10,"","","","-1000",19000,01/22/2025
01/03/2025,Electronic Funds Transfer Received (Cash),,No Description,Cash,,0,"","","",20000,20000,
${FOOTER}`;

/** All accounts at once, in the columns of 2025. */
export const FIDELITY_OF_ACCOUNTS = `\uFEFF

Run Date,Account,Account Number,Action,Symbol,Description,Type,Exchange Quantity,Exchange Currency,Currency,Price,Quantity,Exchange Rate,Commission,Fees,Accrued Interest,Amount,Settlement Date
02/12/2025,"Brokerage","Z55500001","YOU BOUGHT ALMOND SEMICON NV (ALMF) (Cash)",ALMF,"ALMOND SEMICON NV",Cash,0,EUR,EUR,600,2,1.05,,,,-1260,02/14/2025
02/12/2025,"IRA","Z55500002","DIVIDEND RECEIVED MEADOW BD INDEX FDS (MDWB) (Cash)",MDWB,"MEADOW BD INDEX FDS",Cash,0,,USD,,0.000,0,,,,6.2,
02/12/2025,"IRA","Z55500002","REINVESTMENT MEADOW BD INDEX FDS (MDWB) (Cash)",MDWB,"MEADOW BD INDEX FDS",Cash,0,,USD,40,0.155,0,,,,-6.2,
02/10/2025,"Brokerage","Z55500001","DISTRIBUTION ORCHARD TOOLS (ORCH) (Cash)",ORCH,"ORCHARD TOOLS",Cash,0,,USD,,10,0,,,,,
02/10/2025,"IRA","Z55500002","DISTRIBUTION ORCHARD TOOLS (ORCH) (Cash)",ORCH,"ORCHARD TOOLS",Cash,0,,USD,,4,0,,,,,
02/03/2025,"CMA","Z55500003","TRANSFERRED FROM Z55500001 (Cash)", ,"No Description",Cash,0,,USD,,0.000,0,,,,500,
01/27/2025,"CMA","Z55500003","JOURNALED FROM Z55500001 ELM CO (ELM) (Cash)",ELM,"ELM CO",Cash,0,,USD,,7,0,,,,,
01/28/2025,"IRA","Z55500002","TRANSFER OF ASSETS ACAT RECEIVE ORCHARD TOOLS (ORCH) (Cash)",ORCH,"ORCHARD TOOLS",Cash,0,,USD,,4,0,,,,,
01/27/2025,"Brokerage","Z55500001","JOURNALED TO Z55500003 ELM CO (ELM) (Cash)",ELM,"ELM CO",Cash,0,,USD,,-7,0,,,,,
01/24/2025,"Brokerage","Z55500001","YOU BOUGHT ORCHARD TOOLS (ORCH) (Margin)",ORCH,"ORCHARD TOOLS",Margin,0,,USD,42,10,0,,,,-420,01/27/2025
${FOOTER}`;

/** As it was, with "Security" in two heads and quantity before price. */
const OLD_FIDELITY = `
Run Date,Account,Action,Symbol,Security Description,Security Type,Quantity,Price ($),Commission ($),Fees ($),Accrued Interest ($),Amount ($),Settlement Date
 06/28/2019,"INDIVIDUAL Z55500001", YOU BOUGHT ORCHARD TOOLS (ORCH) (Cash), ORCH, ORCHARD TOOLS,Cash,10,19.5,4.95,,,-199.95,07/02/2019
${FOOTER}`;

/** Each row ends with a comma more than the header. */
export const FIDELITY_POSITIONS = `\uFEFFAccount number,Account name,Symbol,Description,Quantity,Last price,Last price change,Current value,Today's gain/loss dollar,Today's gain/loss percent,Total gain/loss dollar,Total gain/loss percent,Percent of account,Cost basis total,Average cost basis,Type
Z55500001,Individual - TOD,FCASH**,HELD IN FCASH,,,,$15582.57,,,,,49.29%,,,Cash,
Z55500001,Individual - TOD,HEDG,HEDGEROW WORLD ETF,4,$51.00,+$1.00,$204.00,+$4.00,+2.00%,+$4.00,+2.00%,2.47%,$200.00,$50.00,Cash,
Z55500001,Individual - TOD,MDWB,MEADOW BD INDEX FDS,10.3,$40.10,-$0.05,$413.03,-$0.51,-0.07%,+$1.03,+0.25%,8.94%,$412.00,$40.00,Cash,
Z55500001,Individual - TOD,91279ZZZ1,UNITED STATES TREAS BILLS ZERO CPN 0.00000% 08/07/2025,4000,$97.80,+$0.02,$3912.00,+$2.00,+0.02%,+$12.00,+0.31%,40.36%,$3900.00,$97.50,Cash,
Z55500001,Individual - TOD,GROV,GROVE GROUP SPON ADS,15,$20.50,--,$307.50,--,--,--,--,1.0%,--,--,Cash,
Z55500001,Individual - TOD, -PLUM250815C20,PLUM AUG 15 2025 $20 CALL,-1,$1.00,-$0.10,-$100.00,-$20.00,-5.43%,+$19.32,+16.19%,1.43%,$119.32,$1.19,Margin,
Z55500001,Individual - TOD,Pending activity,,,,,-$200.00,,,,,,,,,

"The data and information in this spreadsheet is provided to you solely for your use and is not for distribution."

"Date downloaded Feb-18-2025 9:41 a.m ET"
`;

export const OLD_FIDELITY_POSITIONS = `Account Number,Account Name,Symbol,Description,Quantity,Last Price,Last Price Change,Current Value,Today's Gain/Loss Dollar,Total Gain/Loss Dollar,Percent Of Account,Cost Basis Total,Average Cost Basis,Type
Z55500001,INDIVIDUAL,SPAXX**,HELD IN MONEY MARKET,,,,$120.00,,,10%,,,Cash,
Z55500001,INDIVIDUAL,ORCH,ORCHARD TOOLS,10,$20.00,$0.10,$200.00,$1.00,$0.05,90%,$199.95,$20.00,Cash,
`;

export const FIDELITY_SAMPLES: readonly Sample[] = [
  { name: 'History_for_Account_Z55500001.csv', format: 'fidelity', type: 'transactions', content: FIDELITY },
  { name: 'Accounts_History.csv', format: 'fidelity', type: 'transactions', content: FIDELITY_OF_ACCOUNTS },
  { name: 'Accounts_History_2019.csv', format: 'fidelity', type: 'transactions', content: OLD_FIDELITY },
  {
    name: 'Portfolio_Positions_Feb-18-2025.csv',
    format: 'fidelity-positions',
    type: 'holdings',
    content: FIDELITY_POSITIONS,
  },
  {
    name: 'Portfolio_Position.csv',
    format: 'fidelity-positions',
    type: 'holdings',
    content: OLD_FIDELITY_POSITIONS,
  },
];
