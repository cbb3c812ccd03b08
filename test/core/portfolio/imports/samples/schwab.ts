import type { Sample } from './sample.ts';

const HEADER = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"';

/** Newest first, with a title above and the sum of all amounts below. */
export const SCHWAB = `"Transactions  for account Individual ...432 as of 01/03/2025 02:21:05 PM ET"
${HEADER}
"12/20/2024","Reinvest Shares","HEDG","HEDGEROW DIVIDEND ETF","0.4","$25.00","","-$10.00"
"12/19/2024","Qual Div Reinvest","HEDG","HEDGEROW DIVIDEND ETF","","","","$10.00"
"12/16/2024","Long Term Cap Gain","HEDG","HEDGEROW DIVIDEND ETF","","","","$6.00"
"12/16/2024","Short Term Cap Gain Reinvest","HEDG","HEDGEROW DIVIDEND ETF","","","","$2.00"
"11/05/2024 as of 11/01/2024","Cash In Lieu","HEDG","HEDGEROW DIVIDEND ETF","","","","$4.10"
"11/04/2024 as of 11/01/2024","Stock Split","HEDG","HEDGEROW DIVIDEND ETF","30","","",""
"09/10/2024","NRA Tax Adj","BIRCH","BIRCH LTD FSPONSORED ADR 1 ADR REPS 2 ORD SHS","","","","-$0.75"
"09/10/2024","Cash Dividend","BIRCH","BIRCH LTD FSPONSORED ADR 1 ADR REPS 2 ORD SHS","","","","$5.00"
"09/03/2024 as of 09/01/2024","Bank Interest","","BANK INT 080124-083124 SAMPLE BANK","","","","$0.07"
"08/12/2024","Sell","PLUM/B","PLUM FARMS CL B","10","$21.00","$0.01","$209.99"
"08/02/2024","Sell to Close","PLUM 08/16/2024 22.00 C","CALL PLUM FARMS $22 EXP 08/16/24","1","$1.10","$0.66","$109.34"
"08/01/2024","Buy to Open","PLUM 08/16/2024 22.00 C","CALL PLUM FARMS $22 EXP 08/16/24","1","$0.90","$0.65","-$90.65"
"07/01/2024","Reverse Split","ELM","ELM CO","5","","",""
"07/01/2024","Reverse Split","900099109","ELM CO OLD","-50","","",""
"06/20/2024","Spin-off","TWIG","TWIG INC","4","","",""
"06/10/2024","Stock Plan Activity","ACORN","ACORN SOFT","12","","",""
"06/03/2024","Journaled Shares","OAKS","OAKS TIMBER","-3","","",""
"05/21/2024","Cash Merger Adj","PINE","PINE INC","-8","","",""
"05/21/2024","Cash Merger","PINE","PINE INC","","","","$240.00"
"05/02/2024","Stock Div Dist","ELM","ELM CO","2","","",""
"04/02/2024","Name Change","OAKS","OAKS TIMBER","""1,000""","","",""
"03/04/2024","Buy","PINE","PINE INC","8","$25.00","","-$200.00"
"03/01/2024","Buy","PLUM/B","PLUM FARMS CL B","30","$20.00","","-$600.00"
"03/01/2024","Buy","ELM","ELM CO","48","$2.00","$1.00","-$97.00"
"03/01/2024","Buy","HEDG","HEDGEROW DIVIDEND ETF","15","$75.00","","-$1,125.00"
"02/15/2024","Journal","","JOURNAL TO 00001234","","","","-$50.00"
"02/01/2024","MoneyLink Transfer","","Tfr SAMPLE BANK","","","","$3,000.00"
"Transactions Total","","","","","","","$1,413.10"
`;

/** As it was in 2016: no title, no total, an empty column at the end; once the price came before the quantity. */
export const OLD_SCHWAB = `"Date","Action","Symbol","Description","Price","Quantity","Fees & Comm","Amount",
"10/03/2016","Service Fee","","WIRE FEE","","","","$-0.88",
"09/12/2016","Buy","HEDG","HEDGEROW DIVIDEND ETF","$40.00","1,200","$4.95","-$48004.95",
`;

/** Two accounts after each other: each has the split of its own shares, and the second repeats the header. */
export const TWO_ACCOUNTS = `"Transactions  for account Individual ...432 as of 01/03/2025 02:21:05 PM ET"
${HEADER}
"06/10/2024","Stock Split","HEDG","HEDGEROW DIVIDEND ETF","30","","",""
"03/01/2024","Buy","HEDG","HEDGEROW DIVIDEND ETF","10","$75.00","","-$750.00"
"Transactions  for account Roth IRA ...555 as of 01/03/2025 02:21:05 PM ET"
${HEADER}
"06/10/2024","Stock Split","HEDG","HEDGEROW DIVIDEND ETF","60","","",""
"03/04/2024","Buy","HEDG","HEDGEROW DIVIDEND ETF","20","$76.00","","-$1,520.00"
`;

export const POSITIONS = `"Positions for account Individual ...432 as of 02:21 PM ET, 2025/01/03"

"Symbol","Description","Qty (Quantity)","Price","Price Chng $ (Price Change $)","Price Chng % (Price Change %)","Mkt Val (Market Value)","Day Chng $ (Day Change $)","Day Chng % (Day Change %)","Cost Basis","Gain $ (Gain/Loss $)","Gain % (Gain/Loss %)","Ratings","Reinvest?","Reinvest Capital Gains?","% of Acct (% of Account)","Security Type",
"HEDG","HEDGEROW DIVIDEND ETF","45.4","25.50","0.10","0.37%","$1,157.70","$6.05","0.37%","$1,135.00","$22.70","2%","--","Yes","--","41.6%","ETFs & Closed End Funds",
"PLUM/B","PLUM FARMS CL B","20","22.00","-0.05","-0.23%","$440.00","-$1.00","-0.23%","$400.00","$40.00","10%","B","No","N/A","11.1%","Equity",
"ACORN","ACORN SOFT","12","10.00","-0.05","-0.23%","$120.00","-$1.00","-0.23%","Incomplete","N/A","N/A","B","No","N/A","3.1%","Equity",
"9000AB1C2","ELM CO 4.5% DUE 07/15/2030","10,000","97.25","0","0%","$9,725.00","$0.00","0%","$9,810.00","-$85.00","-0.87%","--","N/A","N/A","40%","Fixed Income",
"PLUM 01/17/2025 22.00 C","CALL PLUM FARMS $22 EXP 01/17/25","2","1.10","0.02","1.85%","$220.00","$4.00","1.85%","$181.30","$38.70","21.3%","--","N/A","N/A","5.6%","Option",
"Futures Cash","--","--","--","--","--","$50.00","$0.00","0%","--","--","--","--","--","--","1%","Futures",
"Cash & Cash Investments","--","--","--","--","--","$1,413.10","$0.00","0%","--","--","--","--","--","--","10%","Cash and Money Market",
"Account Total","","--","--","--","--","$13,125.80","$9.05","0.23%","$11,526.30","$30.80","1.35%","--","--","--","--","--",
`;

/** All accounts at once, in the columns of before 2024. */
export const OLD_POSITIONS = `"Positions for All-Accounts as of 05:00 PM ET, 01/02/2020"

"Individual ...432"
"Symbol","Description","Quantity","Price","Price Change $","Price Change %","Market Value","Day Change $","Day Change %","Cost Basis","Gain/Loss $","Gain/Loss %","% Of Account","Security Type",
"HEDG","HEDGEROW DIVIDEND ETF","10","$50.00","$0.10","0.2%","$500.00","$1.00","0.2%","$450.00","$50.00","11%","100%","ETFs & Closed End Funds",
"Account Total","--","--","--","--","--","$500.00","$1.00","0.2%","$450.00","$50.00","11%","--","--",

"Roth IRA ...555"
"Symbol","Description","Quantity","Price","Price Change $","Price Change %","Market Value","Day Change $","Day Change %","Cost Basis","Gain/Loss $","Gain/Loss %","% Of Account","Security Type",
"ELM","ELM CO","4","$30.00","$0.10","0.2%","$120.00","$1.00","0.2%","$100.00","$20.00","20%","100%","Equity",
"Account Total","--","--","--","--","--","$120.00","$1.00","0.2%","$100.00","$20.00","20%","--","--",
`;

export const SCHWAB_SAMPLES: readonly Sample[] = [
  { name: 'Individual_XXX432_Transactions.csv', format: 'schwab', type: 'transactions', content: SCHWAB },
  { name: 'Transactions_2016.csv', format: 'schwab', type: 'transactions', content: OLD_SCHWAB },
  { name: 'Both_accounts.csv', format: 'schwab', type: 'transactions', content: TWO_ACCOUNTS },
  { name: 'Individual-Positions.csv', format: 'schwab-positions', type: 'holdings', content: POSITIONS },
  {
    name: 'All-Accounts-Positions.csv',
    format: 'schwab-positions',
    type: 'holdings',
    content: OLD_POSITIONS,
  },
];
