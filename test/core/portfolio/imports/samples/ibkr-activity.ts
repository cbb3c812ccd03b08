import type { Sample } from './sample.ts';

/**
 * A year: an order and its executions, closed lots, several currencies, an option and an exchange of currency, a split, a
 * consolidation in two rows, a merger, shares from another broker, a dividend that was taken back and paid anew. The table
 * of securities has numbers of contracts where lists of holdings have quantities.
 */
export const ACTIVITY = `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers Ireland Limited
Statement,Data,Title,Activity Statement
Statement,Data,Period,"January 2, 2023 - December 29, 2023"
Account Information,Header,Field Name,Field Value
Account Information,Data,Name,Mira Sample
Account Information,Data,Base Currency,EUR
Net Asset Value,Header,Asset Class,Prior Total,Current Long,Current Short,Current Total,Change
Net Asset Value,Data,Stock,0,9000.00,0,9000.00,9000.00
Net Asset Value,Header,Time Weighted Rate of Return
Net Asset Value,Data,3.1%
Mark-to-Market Performance Summary,Header,Asset Category,Symbol,Prior Quantity,Current Quantity,Prior Price,Current Price,Code
Mark-to-Market Performance Summary,Data,Stocks,ORCH,0,"1,500",--,3.10,
Mark-to-Market Performance Summary,Data,Stocks,TILE B,40,8,2.00,11.00,
Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price,Cost Basis,Close Price,Value,Unrealized P/L,Code
Open Positions,Data,Summary,Stocks,USD,ORCH,"1,500",1,2.667666667,4001.50,3.10,4650.00,648.50,
Open Positions,Data,Lot,Stocks,USD,ORCH,"1,500",1,2.667666667,4001.50,3.10,4650.00,648.50,
Open Positions,Data,Summary,Stocks,USD,TILE B,8,1,20,160,11,88,-72,
Open Positions,Data,Summary,Stocks,EUR,ALM,10,1,55.20,552.00,60,600,48.00,
Open Positions,Data,Summary,Equity and Index Options,USD,ORCH 15DEC23 5.0 C,1,100,0.2065,20.65,0.1,10,-10.65,
Open Positions,Total,,Stocks,USD,,,,,4161.50,,4738.00,576.50,
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Order,Stocks,EUR,ALM,"2023-03-06, 04:15:00",10,55.00,55.40,-550.00,-2.00,552.00,0,4.00,O
Trades,SubTotal,,Stocks,EUR,ALM,,10,,,-550.00,-2.00,552.00,0,4.00,
Trades,Total,,Stocks,EUR,,,,,,-550.00,-2.00,552.00,0,4.00,
Trades,Data,Order,Stocks,INR,MEADOW,"2023-04-11, 00:10:30",25,400.00,401.00,-10000.00,-12.00,10012.00,0,25.00,O
Trades,Data,Order,Stocks,USD,ORCH,"2023-02-01, 10:00:00","1,200",4.00,4.01,-4800.00,-1.50,4801.50,0,12.00,O;P
Trades,Data,Trade,Stocks,USD,ORCH,"2023-02-01, 10:00:00",700,4.00,4.01,-2800.00,-1.00,2801.00,0,7.00,O;P
Trades,Data,Trade,Stocks,USD,ORCH,"2023-02-01, 10:00:01",500,4.00,4.01,-2000.00,-0.50,2000.50,0,5.00,O;P
Trades,Data,Order,Stocks,USD,ORCH,"2023-05-03, 15:30:00",-200,4.25,4.20,850.00,0.20,-800.25,49.95,-10.00,C
Trades,Data,ClosedLot,Stocks,USD,ORCH,2023-02-01,200,4.00125,,,,800.25,49.95,,LT
Trades,SubTotal,,Stocks,USD,ORCH,,"1,000",,,-3950.00,-1.30,4001.25,49.95,2.00,
Trades,Data,Order,Stocks,USD,ORCH,"2023-05-04, 15:30:00",300,4.00,4.00,-1200.00,-1.00,1201.00,0,0,O
Trades,Data,Order,Stocks,USD,ORCH,"2023-05-04, 15:30:00",-300,4.00,4.00,1200.00,1.00,-1201.00,0,0,C;Ca
Trades,Total,,Stocks,USD,,,,,,-3950.00,-1.30,,49.95,,
Trades,Data,Order,Equity and Index Options,USD,ORCH 15DEC23 5.0 C,"2023-10-02, 11:00:00",1,0.20,0.19,-20.00,-0.65,20.65,0,-1.00,O
Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,,Proceeds,Comm in EUR,,,MTM in EUR,Code
Trades,Data,Order,Forex,USD,EUR.USD,"2023-01-10, 09:00:00","-5,000",1.08,,5400.00,-1.85,,,0.5,
Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code
Corporate Actions,Data,Stocks,USD,2023-06-12,"2023-06-09, 20:25:00","ORCH(US9000010010) Split 3 for 2 (ORCH, ORCHARD TOOLS, US9000010010)",500,0,0,0,
Corporate Actions,Data,Stocks,USD,2023-07-03,"2023-06-30, 20:25:00","TILE B(US9000020027) Split 1 for 10 (TILE B.OLD, TILE WORKS-B, US9000020027)",-80,0,0,0,
Corporate Actions,Data,Stocks,USD,2023-07-03,"2023-06-30, 20:25:00","TILE B(US9000020027) Split 1 for 10 (TILE B, TILE WORKS-B, US9000030034)",8,0,0,0,
Corporate Actions,Data,Stocks,USD,2023-09-01,"2023-08-31, 20:25:00","PLUM(US9000040041) Merged(Acquisition) WITH US9000050057 1 for 2 (PLUM, PLUM FARMS, US9000040041)",-10,0,0,0,
Corporate Actions,Data,Total,,,,,,0,0,0,
Transfers,Header,Asset Category,Currency,Symbol,Date,Type,Direction,Xfer Company,Xfer Account,Qty,Xfer Price,Market Value,Realized P/L,Cash Amount,Code
Transfers,Data,Stocks,USD,TILE B,2023-01-20,ACATS,In,Another Broker,000111,40,--,80.00,0,0,
Transfers,Data,Total,,,,,,,,,,80.00,0,0,
Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount
Deposits & Withdrawals,Data,EUR,2023-01-03,Electronic Fund Transfer,12000
Deposits & Withdrawals,Data,Total,,,12000
Deposits & Withdrawals,Data,Total in EUR,,,12000
Dividends,Header,Currency,Date,Description,Amount
Dividends,Data,EUR,2023-05-15,ALM(NL9000010016) Cash Dividend EUR 0.80 per Share (Ordinary Dividend),8
Dividends,Data,Total,,,8
Dividends,Data,Total in EUR,,,8
Dividends,Data,USD,2023-08-15,ORCH(US9000010010) Cash Dividend USD 0.02 per Share (Ordinary Dividend),30
Dividends,Data,USD,2023-11-15,ORCH(US9000010010) Cash Dividend USD 0.02 per Share (Ordinary Dividend),30
Dividends,Data,USD,2023-11-15,ORCH(US9000010010) Cash Dividend USD 0.02 per Share - Reversal (Ordinary Dividend),-30
Dividends,Data,USD,2023-11-15,ORCH(US9000010010) Payment in Lieu of Dividend (Ordinary Dividend),30.75
Dividends,Data,Total,,,60.75
Withholding Tax,Header,Currency,Date,Description,Amount,Code
Withholding Tax,Data,EUR,2023-05-15,ALM(NL9000010016) Cash Dividend EUR 0.80 per Share - NL Tax,-1.2,
Withholding Tax,Data,Total,,,-1.2,
Withholding Tax,Data,USD,2023-08-15,ORCH(US9000010010) Cash Dividend USD 0.02 per Share - US Tax,-9,
Withholding Tax,Data,USD,2023-08-15,ORCH(US9000010010) Cash Dividend USD 0.02 per Share - US Tax,9,
Withholding Tax,Data,USD,2023-08-15,ORCH(US9000010010) Cash Dividend USD 0.02 per Share - US Tax,-4.5,
Withholding Tax,Data,Total,,,-4.5,
Interest,Header,Currency,Date,Description,Amount
Interest,Data,EUR,2023-06-05,EUR Credit Interest for May-2023,1.12
Interest,Data,Total,,,1.12
Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,Underlying,Listing Exch,Multiplier,Type,Code
Financial Instrument Information,Data,Stocks,ORCH,ORCHARD TOOLS,91800001,US9000010010,,NYSE,1,COMMON,
Financial Instrument Information,Data,Stocks,"TILE B, TILE B.OLD",TILE WORKS-B,91800002,US9000030034,,NYSE,1,COMMON,
Financial Instrument Information,Data,Stocks,ALM,ALMOND SEMICON NV,91800003,NL9000010016,,AEB,1,COMMON,
Financial Instrument Information,Data,Stocks,MEADOW,MEADOW FOODS LTD,91800004,INE900A01013,,NSE,1,COMMON,
Codes,Header,Code,Meaning,Code (Cont.),Meaning (Cont.)
Codes,Data,C,Closing Trade,O,Opening Trade
`;

/** Several accounts: every table has a column more. Executions alone, without their orders; an ETF. */
export const ACTIVITY_OF_ACCOUNTS = `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers
Statement,Data,Title,Activity Statement
Account Information,Header,Field Name,Field Value
Account Information,Data,Accounts Included,"U5550001, U5550002"
Trades,Header,DataDiscriminator,Asset Category,Currency,Account,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code
Trades,Data,Trade,Stocks - Held with Interactive Brokers (U.K.) Limited carried by Interactive Brokers LLC,USD,U5550001,HEDG,"2024-03-04, 10:00:00",3,80.00,80.1,-240.00,-0.35,240.35,0,0.3,O
Trades,Data,Trade,Stocks - Held with Interactive Brokers (U.K.) Limited carried by Interactive Brokers LLC,USD,U5550002,HEDG,"2024-03-04, 10:00:00",3,80.00,80.1,-240.00,-0.35,240.35,0,0.3,O
Transfers,Header,Asset Category,Currency,Account,Symbol,Date,Type,Direction,Xfer Company,Xfer Account,Qty,Xfer Price,Market Value,Realized P/L,Cash Amount,Code
Transfers,Data,Stocks,USD,U5550001,HEDG,2024-03-11,Internal,Out,--,U5550002,-2,--,-160.00,0,0,
Transfers,Data,Stocks,USD,U5550002,HEDG,2024-03-11,Internal,In,--,U5550001,2,--,160.00,0,0,
Transfers,Data,Stocks,USD,U5550002,HEDG,2024-03-12,ACATS,Out,Another Broker,000222,-1,--,-80.00,0,0,
Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,Underlying,Listing Exch,Multiplier,Type,Code
Financial Instrument Information,Data,Stocks,HEDG,HEDGEROW WORLD ETF,91800005,IE9000010012,,ARCA,1,ETF,
`;

/** Nothing was traded: what is held is all there is to read. */
const ACTIVITY_OF_HOLDINGS = `Statement,Header,Field Name,Field Value
Statement,Data,BrokerName,Interactive Brokers
Statement,Data,Title,Activity Statement
Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price,Cost Basis,Close Price,Value,Unrealized P/L,Code
Open Positions,Data,Summary,Stocks,USD,ORCH,"1,500",1,2.50,3750.00,3.10,4650.00,900.00,
Open Positions,Total,,Stocks,USD,,,,,3750.00,,4650.00,900.00,
Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,Underlying,Listing Exch,Multiplier,Type,Code
Financial Instrument Information,Data,Stocks,ORCH,ORCHARD TOOLS,91800001,US9000010010,,NYSE,1,COMMON,
`;

export const IBKR_ACTIVITY_SAMPLES: readonly Sample[] = [
  {
    name: 'U5550001_2023.csv',
    format: 'ibkr-activity',
    type: 'transactions',
    content: ACTIVITY,
  },
  {
    name: 'U5550001_U5550002_2024.csv',
    format: 'ibkr-activity',
    type: 'transactions',
    content: ACTIVITY_OF_ACCOUNTS,
  },
  {
    name: 'U5550001_January.csv',
    format: 'ibkr-activity',
    type: 'holdings',
    content: ACTIVITY_OF_HOLDINGS,
  },
];
