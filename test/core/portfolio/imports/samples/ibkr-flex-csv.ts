import type { Sample } from './sample.ts';

/** Every level of detail at once: fills, their order, a summary and a closed lot; a currency, an option, a cancelled fill. */
export const FLEX_TRADES = `"ClientAccountID","CurrencyPrimary","AssetClass","SubCategory","Symbol","Conid","ISIN","TradeID","IBExecID","DateTime","TradeDate","Quantity","TradePrice","TradeMoney","Proceeds","Taxes","IBCommission","IBCommissionCurrency","Buy/Sell","Multiplier","Notes/Codes","LevelOfDetail"
"U5550001","USD","STK","COMMON","ORCH","91800001","US9000010010","700001","0000b1.700001.01.01","20240506;100001","20240506","30","12.50","375.00","-375.00","0","-0.35","USD","BUY","1","P","EXECUTION"
"U5550001","USD","STK","COMMON","ORCH","91800001","US9000010010","700002","0000b1.700002.01.01","20240506;100002","20240506","20","12.52","250.40","-250.40","0","-0.25","USD","BUY","1","P","EXECUTION"
"U5550001","USD","STK","COMMON","ORCH","91800001","US9000010010","","","20240506;100002","20240506","50","12.508","625.40","-625.40","0","-0.60","USD","BUY","1","","ORDER"
"U5550001","USD","STK","COMMON","ORCH","91800001","US9000010010","","","","20240506","50","12.508","625.40","-625.40","0","-0.60","USD","BUY","1","","SYMBOL_SUMMARY"
"U5550001","USD","STK","COMMON","ORCH","91800001","US9000010010","700003","0000b1.700003.01.01","20240910;153000","20240910","-10","14.00","-140.00","140.00","-0.05","-0.35","USD","SELL","1","P","EXECUTION"
"U5550001","USD","STK","COMMON","ORCH","91800001","US9000010010","","","20240506;100001","20240506","10","12.50","125.00","-125.00","0","0","USD","BUY","1","","CLOSED_LOT"
"U5550001","EUR","STK","COMMON","ALM","91800003","NL9000010016","700004","0000b1.700004.01.01","20240911;093000","20240911","4","600.00","2400.00","-2400.00","0","-3.10","USD","BUY","1","","EXECUTION"
"U5550001","USD","STK","COMMON","ORCH","91800001","US9000010010","700005","0000b1.700005.01.01","20240912;100000","20240912","-5","13.00","65.00","65.00","0","0.35","USD","BUY (Ca.)","1","Ca","EXECUTION"
"U5550001","USD","CASH","","EUR.USD","12087792","","700006","0000b1.700006.01.01","20240102;090000","20240102","1000","1.10","1100.00","-1100.00","0","-2","USD","BUY","1","","EXECUTION"
"U5550001","USD","OPT","C","ORCH  241220C00015000","91800009","","700007","0000b1.700007.01.01","20240903;100000","20240903","1","0.40","40.00","-40.00","0","-0.65","USD","BUY","100","","EXECUTION"
`;

/** Section codes before every line; dates with dashes; columns in another order. */
export const FLEX_SECTIONS = `"BOF","U5550001","Everything","4","20240101","20241231","20250107;090000","100","100"
"BOA","U5550001"
"BOS","TRNT","Trades; trade date basis"
"HEADER","TRNT","TradeID","Symbol","ISIN","AssetClass","CurrencyPrimary","TradeDate","Quantity","TradePrice","IBCommission","Buy/Sell","ClientAccountID"
"DATA","TRNT","700001","ORCH","US9000010010","STK","USD","2024-05-06","30","12.50","-0.35","BUY","U5550001"
"DATA","TRNT","700003","ORCH","US9000010010","STK","USD","2024-09-10","-10","14.00","-0.40","SELL","U5550001"
"EOS","TRNT","2","Trades; trade date basis"
"BOS","CTRN","Cash Transactions"
"HEADER","CTRN","ClientAccountID","CurrencyPrimary","AssetClass","Symbol","ISIN","SettleDate","Amount","Type","TransactionID","Description"
"DATA","CTRN","U5550001","USD","STK","ORCH","US9000010010","2024-06-28","7.5","Dividends","880001","ORCH(US9000010010) CASH DIVIDEND USD 0.25 PER SHARE (Ordinary Dividend)"
"DATA","CTRN","U5550001","USD","STK","ORCH","US9000010010","2024-06-28","-1.13","Withholding Tax","880002","ORCH(US9000010010) CASH DIVIDEND USD 0.25 PER SHARE - US TAX"
"DATA","CTRN","U5550001","USD","","","","2024-07-03","1.20","Broker Interest Received","880003","USD CREDIT INT FOR JUN-2024"
"EOS","CTRN","3","Cash Transactions"
"BOS","POST","Position; trade date basis"
"HEADER","POST","ClientAccountID","CurrencyPrimary","AssetClass","Symbol","ISIN","Quantity","MarkPrice","PositionValue","CostBasisPrice","LevelOfDetail"
"DATA","POST","U5550001","USD","STK","ORCH","US9000010010","20","13.00","260.00","12.512","SUMMARY"
"EOS","POST","1","Position; trade date basis"
"BOS","STFU","Statement of Funds"
"HEADER","STFU","ClientAccountID","CurrencyPrimary","Date","Amount","Balance"
"DATA","STFU","U5550001","USD","2024-06-28","7.5","900"
"EOS","STFU","1","Statement of Funds"
"EOA","U5550001"
"EOF","U5550001"
`;

/** Dividends alone: what they are of stands in the description. */
const FLEX_DIVIDENDS = `"Type","SettleDate","ISIN","Description","Amount","CurrencyPrimary"
"Dividends","20240628","US9000010010","ORCH(US9000010010) CASH DIVIDEND USD 0.25 PER SHARE (Ordinary Dividend)","7.5","USD"
"Withholding Tax","20240628","US9000010010","ORCH(US9000010010) CASH DIVIDEND USD 0.25 PER SHARE - US TAX","-1.13","USD"
"Deposits/Withdrawals","20240102","","CASH RECEIPTS / ELECTRONIC FUND TRANSFERS","1000","USD"
`;

/** Two tables follow each other without codes; no column tells the level, and a row without a number is a sum. */
const FLEX_TWO_TABLES = `"CurrencyPrimary","Symbol","ISIN","TradeDate","Quantity","TradePrice","AssetClass","TradeID","IBCommission"
"USD","ORCH","US9000010010","20240506","30","12.50","STK","700001","-0.35"
"USD","ORCH","US9000010010","20240506","30","12.50","STK","","-0.35"
"CurrencyPrimary","Symbol","ISIN","AssetClass","SettleDate","Amount","Type","TransactionID","Description"
"USD","ORCH","US9000010010","STK","20240628","7.5","Dividends","880001","ORCH(US9000010010) CASH DIVIDEND USD 0.25 PER SHARE (Ordinary Dividend)"
`;

const FLEX_POSITIONS = `"ClientAccountID","CurrencyPrimary","AssetClass","SubCategory","Symbol","Conid","ISIN","ReportDate","Quantity","MarkPrice","PositionValue","CostBasisPrice","CostBasisMoney","LevelOfDetail"
"U5550001","USD","STK","COMMON","ORCH","91800001","US9000010010","20241231","40","13.00","520.00","12.507","500.28","SUMMARY"
"U5550001","USD","STK","ETF","HEDG","91800005","IE9000010012","20241231","3","82.00","246.00","80.12","240.35","SUMMARY"
`;

export const IBKR_FLEX_SAMPLES: readonly Sample[] = [
  { name: 'Trades.csv', format: 'ibkr-flex-csv', type: 'transactions', content: FLEX_TRADES },
  { name: 'Everything.csv', format: 'ibkr-flex-csv', type: 'transactions', content: FLEX_SECTIONS },
  { name: 'Dividends.csv', format: 'ibkr-flex-csv', type: 'transactions', content: FLEX_DIVIDENDS },
  { name: 'Two_tables.csv', format: 'ibkr-flex-csv', type: 'transactions', content: FLEX_TWO_TABLES },
  { name: 'Positions.csv', format: 'ibkr-flex-csv', type: 'holdings', content: FLEX_POSITIONS },
];
