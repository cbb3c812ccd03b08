import type { Sample } from './sample.ts';

const BEGIN = `Statement,Header,Field Name,Field Value
Statement,Data,Title,Transaction History
Statement,Data,Period,"January 1, 2025 - June 30, 2025"
Summary,Header,Field Name,Field Value
Summary,Data,Base Currency,EUR
`;

/** Two fills that differ in their commission only, a rebate, a share in euros, and what is bookkeeping alone. */
export const HISTORY = `${BEGIN}Summary,Data,Starting Cash,500.00
Summary,Data,Change,1007.21
Summary,Data,Ending Cash,1507.21
Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Price Currency,Gross Amount ,Commission,Net Amount
Transaction History,Data,2025-06-30,U***50001,FX Translations P&L,Adjustment,-,-,-,-,-0.40,-,-0.40
Transaction History,Data,2025-06-16,U***50001,ORCH(US9000010010) Cash Dividend USD 0.25 per Share,Dividend,ORCH,-,-,-,4.60,-,4.60
Transaction History,Data,2025-06-16,U***50001,ORCH(US9000010010) Cash Dividend USD 0.25 per Share - US Tax,Foreign Tax Withholding,ORCH,-,-,-,-0.69,-,-0.69
Transaction History,Data,2025-06-02,U***50001,ORCHARD TOOLS,Sell,ORCH,-20.0,13.00,USD,239.20,0.46,239.66
Transaction History,Data,2025-05-19,U***50001,ALMOND SEMICON NV,Buy,ALM,2.0,600.00,EUR,-1200.00,-3.00,-1203.00
Transaction History,Data,2025-03-10,U***50001,ORCHARD TOOLS,Buy,ORCH,20.0,12.50,USD,-230.00,-0.92,-230.92
Transaction History,Data,2025-03-10,U***50001,ORCHARD TOOLS,Buy,ORCH,20.0,12.50,USD,-230.00,-0.23,-230.23
Transaction History,Data,2025-03-10,U***50001,Net Amount in Base from Forex Trade: 400 EUR.USD,Forex Trade Component,EUR.USD,400.0,1.09,USD,-0.01,-1.80,-1.81
Transaction History,Data,2025-01-31,U***50001,EUR Credit Interest for Jan-2025,Credit Interest,-,-,-,-,2.00,-,2.00
Transaction History,Data,2025-01-03,U***50001,Electronic Fund Transfer,Deposit,-,-,-,-,2428.00,-,2428.00
`;

/** As it was without the currency of a price: the amounts alone are known to be in the base currency. */
export const OLD_HISTORY = `${BEGIN}Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Gross Amount ,Commission,Net Amount
Transaction History,Data,2023-05-19,U***50001,ALMOND SEMICON NV,Buy,ALM,2.0,600.00,-1200.00,-3.00,-1203.00
Transaction History,Data,2023-03-10,U***50001,ORCHARD TOOLS,Buy,ORCH,20.0,12.50,-230.00,-0.92,-230.92
`;

/** As it is since columns were added, with an option and a split. */
export const NEW_HISTORY = `${BEGIN}Transaction History,Header,Date,Account,Description,Transaction Type,Sub Type,Symbol,Quantity,Price,Price Currency,Gross Amount ,Commission,Net Amount,Exchange Rate,Transaction Fees,Multiplier
Transaction History,Data,2025-06-12,U***50001,"ORCH(US9000010010) Split 3 for 2 (ORCH, ORCHARD TOOLS, US9000010010)",Corporate Action,Split,ORCH,20.0,-,-,-,-,-,1,-,1
Transaction History,Data,2025-05-20,U***50001,ORCH 20JUN25 15.0 C,Buy,-,ORCH  250620C00015000,1.0,0.40,USD,-36.80,-0.60,-37.40,0.92,-,100
Transaction History,Data,2025-05-19,U***50001,HEDGEROW WORLD ETF,Buy,-,HEDG,5.0,80.00,EUR,-400.00,-1.00,-401.40,1,-0.40,1
Transaction History,Data,2025-03-10,U***50001,ORCHARD TOOLS,Buy,-,ORCH,40.0,12.50,USD,-460.00,-0.92,-460.92,0.92,-,1
`;

export const IBKR_HISTORY_SAMPLES: readonly Sample[] = [
  { name: 'transactions.csv', format: 'ibkr-history', type: 'transactions', content: HISTORY },
  { name: 'transactions-2023.csv', format: 'ibkr-history', type: 'transactions', content: OLD_HISTORY },
  { name: 'transactions-2025.csv', format: 'ibkr-history', type: 'transactions', content: NEW_HISTORY },
];
