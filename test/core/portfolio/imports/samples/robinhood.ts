import type { Sample } from './sample.ts';

/** Newest first; names break over lines; the end is a sentence in the last column. */
export const ROBINHOOD = `"Activity Date","Process Date","Settle Date","Instrument","Description","Trans Code","Quantity","Price","Amount"
"9/18/2025","9/18/2025","9/19/2025","ORCH","Orchard Tools
CUSIP: 90000A101","Sell","3","$51.00","$152.98"
"8/15/2025","8/15/2025","8/15/2025","ORCH","Cash Div: R/D 2025-08-01 - 9 shares at 0.2","CDIV","","","$1.80"
"8/15/2025","8/15/2025","8/15/2025","ALM","Cash Div: R/D 2025-08-01 - 4 shares at 0.5","MDIV","","","$2.00"
"8/15/2025","8/15/2025","8/15/2025","ALM","Foreign Tax Withholding","DTAX","","","($0.30)"
"7/21/2025","7/21/2025","7/21/2025","TWIG","Twig Inc
CUSIP: 90000B102","REC","2","",""
"7/14/2025","7/14/2025","7/14/2025","PINE","Pine Inc
CUSIP: 90000C103","MRGS","6S","",""
"7/14/2025","7/14/2025","7/14/2025","GROV","Grove Group
CUSIP: 90000D104","MRGS","3","",""
"7/7/2025","7/7/2025","7/7/2025","HEDG","Hedgerow","CIL","","","$1.12"
"6/9/2025","6/9/2025","6/9/2025","ORCH","Orchard Tools
CUSIP: 90000A101","SPL","6","",""
"5/2/2025","5/2/2025","5/2/2025","","Stock Lending","SLIP","","","$0.03"
"4/3/2025","4/3/2025","4/3/2025","","Interest Payment","INT","","","$0.41"
"3/21/2025","3/21/2025","3/24/2025","ORCH","ORCH 3/21/2025 Call $160.00","OEXP","1S","",""
"3/3/2025","3/3/2025","3/4/2025","ORCH","ORCH 3/21/2025 Call $160.00","STO","1","$1.20","$119.95"
"2/10/2025","2/10/2025","2/11/2025","ORCH","Orchard Tools
CUSIP: 90000A101","Buy","3","$150.00","($450.00)"
"2/10/2025","2/10/2025","2/11/2025","HEDG","Hedgerow ETF
CUSIP: 90000E105","Buy","0.333333","$150.01","($50.00)"
"2/4/2025","2/4/2025","2/4/2025","","Gold Subscription Fee","GOLD","","","($5.00)"
"2/3/2025","2/3/2025","2/3/2025","","ACH Deposit","ACH","","","$1,000.00"
""
"","","","","","","","","The data provided is for informational purposes only. Please consult a professional tax service."
`;

/** With the columns that some have. */
const MORE_COLUMNS = `"Activity Date","Process Date","Settle Date","Account Type","Instrument","Description","Trans Code","Quantity","Price","Amount","Suppressed"
"2/10/2025","2/10/2025","2/11/2025","Margin","ORCH","Orchard Tools","Buy","3","$150.00","($450.00)",""
`;

/** The clearing house wrote it: day first, dividends among movements of money, sweeps that cancel out. */
export const APEX = `Type,Trade Date,Settle Date,Symbol,Description,Trade Action,Qty,Price,Net Amount
MONEY_MOVEMENTS,03/10/2016,03/10/2016,,ACH DEPOSIT --- SEN(2016100000000),,,0,800
MONEY_MOVEMENTS,03/10/2016,03/10/2016,,THE INSURED DEPOSIT PROGRAM --- SWEEP,,,0,-800
TRADES,05/10/2016,11/10/2016,HEDG,HEDGEROW ETF TRUST --- UNSOLICITED,BUY,5,120.5,-602.5
TRADES,13/12/2016,16/12/2016,HEDG,HEDGEROW ETF TRUST --- UNSOLICITED,SELL,-2,130.25,260.49
MONEY_MOVEMENTS,31/01/2017,31/01/2017,HEDG,HEDGEROW ETF TRUST --- CASH DIV  ON       3 SHS --- REC 12/20/16 PAY 01/31/17 --- NON-QUALIFIED DIVIDEND,,,0,2.4
MONEY_MOVEMENTS,31/01/2017,31/01/2017,HEDG,HEDGEROW ETF TRUST --- NRA TAX WITHHELD,,,0,-0.36
MONEY_MOVEMENTS,23/02/2017,23/02/2017,,GOLD FEE --- 02/23/17,,,0,-10
`;

export const ROBINHOOD_SAMPLES: readonly Sample[] = [
  { name: 'a1b2c3.csv', format: 'robinhood', type: 'transactions', content: ROBINHOOD },
  { name: 'd4e5f6.csv', format: 'robinhood', type: 'transactions', content: MORE_COLUMNS },
  { name: 'statement-2016.csv', format: 'robinhood-2016', type: 'transactions', content: APEX },
];
