import type { Sample } from './sample.ts';

const POSITIONS_HEADER = 'Account Number,Investment Name,Symbol,Shares,Share Price,Total Value,';
const TRADES_HEADER =
  'Account Number,Trade Date,Settlement Date,Transaction Type,Transaction Description,Investment Name,Symbol,Shares,Share Price,Principal Amount,Commissions and Fees,Net Amount,Accrued Interest,Account Type,';

/** What is held, then what happened; every line ends with a comma, and the settlement fund is swept. */
export const VANGUARD = `${POSITIONS_HEADER}
55500001,HEDGEROW TOTAL MARKET ETF,HEDG,40.5,51.0000,2065.50,
55500001,MEADOW BOND INDEX ADMIRAL,MDWBX,10.25,9.8000,100.45,
55500001,VANGUARD FEDERAL MONEY MARKET FUND,VMFXX,612.40,1.0000,612.40,



${TRADES_HEADER}
55500001,2024-02-01,2024-02-01,Contribution,Contribution Current Year,,,0.00000,0.0000,3000.00,0.00,3000.00,0.0,CASH,
55500001,2024-02-01,2024-02-01,Sweep in,Sweep Into Settlement Fund,VANGUARD FEDERAL MONEY MARKET FUND,VMFXX,3000.00000,1.0000,-3000.00,0.00,-3000.00,0.0,CASH,
55500001,2024-02-02,2024-02-05,Buy,Buy,HEDGEROW TOTAL MARKET ETF,HEDG,25.00000,100.0000,-2500.00,0.00,-2500.00,0.0,CASH,
55500001,2024-02-05,2024-02-05,Sweep out,Sweep Out Of Settlement Fund,VANGUARD FEDERAL MONEY MARKET FUND,VMFXX,-2500.00000,1.0000,2500.00,0.00,2500.00,0.0,CASH,
55500001,2024-02-06,2024-02-07,Buy (exchange),Buy,MEADOW BOND INDEX ADMIRAL,MDWBX,10.00000,10.0000,-100.00,0.00,-100.00,0.0,CASH,
55500001,2024-03-25,2024-03-25,Dividend,Dividend Received,HEDGEROW TOTAL MARKET ETF,HEDG,0.00000,0.0000,25.50,0.00,25.50,0.0,CASH,
55500001,2024-03-25,2024-03-25,Reinvestment,Dividend Reinvestment,HEDGEROW TOTAL MARKET ETF,HEDG,0.25000,102.0000,-25.50,0.00,-25.50,0.0,CASH,
55500001,2024-03-28,2024-03-28,Dividend,Dividend Received,VANGUARD FEDERAL MONEY MARKET FUND,VMFXX,0.00000,0.0000,2.10,0.00,2.10,0.0,CASH,
55500001,2024-03-28,2024-03-28,Reinvestment,Dividend Reinvestment,VANGUARD FEDERAL MONEY MARKET FUND,VMFXX,2.10000,1.0000,-2.10,0.00,-2.10,0.0,CASH,
55500001,2024-06-10,2024-06-10,Stock split,Stock Split,HEDGEROW TOTAL MARKET ETF,HEDG,25.25000,0.0000,0.00,0.00,0.00,0.0,CASH,
55500001,2024-09-12,2024-09-13,Sell,Sell,HEDGEROW TOTAL MARKET ETF,HEDG,-10.00000,52.0000,520.00,0.02,519.98,0.0,CASH,
55500001,2024-12-20,2024-12-20,Capital gain (ST),Short-Term Capital Gain,MEADOW BOND INDEX ADMIRAL,MDWBX,0.00000,0.0000,0.95,0.00,0.95,0.0,CASH,
55500001,2024-12-20,2024-12-20,Capital gain (LT),Long-Term Capital Gain,MEADOW BOND INDEX ADMIRAL,MDWBX,0.00000,0.0000,1.50,0.00,1.50,0.0,CASH,
55500001,2024-12-20,2024-12-20,Reinvestment (LT gain),Long-Term Capital Gain Reinvestment,MEADOW BOND INDEX ADMIRAL,MDWBX,0.25000,9.8000,-2.45,0.00,-2.45,0.0,CASH,



`;

/** Figures with signs of money, days month first, other words, and amounts without a minus. */
export const OLD_VANGUARD = `${TRADES_HEADER.replace('Commissions and Fees', 'Commission Fees')}
55500001,03/05/2019,03/07/2019,Buy,Buy,HEDGEROW TOTAL MARKET ETF,HEDG,24,$100.00,"$2,400.00",$7.00,"$2,407.00",0.0,CASH,
55500001,03/06/2019,03/08/2019,Sell,Sell,HEDGEROW TOTAL MARKET ETF,HEDG,4,$110.00,($440.00),$7.00,($433.00),0.0,CASH,
55500001,03/20/2019,03/20/2019,Dividend,Dividend,BIRCH LTD ADR,BIRCH,0,$0.00,$6.00,$0.00,$6.00,0.0,CASH,
55500001,03/20/2019,03/20/2019,Withholding,Foreign Tax,BIRCH LTD ADR,BIRCH,0,$0.00,($0.90),$0.00,($0.90),0.0,CASH,
55500001,03/21/2019,03/21/2019,Transfer (incoming),Transfer,ELM CO,ELM,5,$0.00,$0.00,$0.00,$0.00,0.0,CASH,
55500001,03/22/2019,03/22/2019,Transfer (outgoing),Transfer,ELM CO,ELM,2,$0.00,$0.00,$0.00,$0.00,0.0,CASH,
55500001,03/25/2019,03/25/2019,Corp Action (Cash in lieu),Cash in lieu,ELM CO,ELM,0,$0.00,$3.00,$0.00,$3.00,0.0,CASH,
55500001,03/26/2019,03/26/2019,Corp Action (Redemption),Redemption,PINE CO 5% BDS,90009ZZB2,-1000,$1.00,"$1,000.00",$0.00,"$1,000.00",0.0,CASH,
`;

/** A plan for education: its funds have names alone. */
const VANGUARD_529 = `Fund Account Number,Fund Name,Price,Shares,Total Value
55500009-01,Hedgerow Growth Portfolio,$20.00,12.5,$250.00
`;

export const VANGUARD_SAMPLES: readonly Sample[] = [
  { name: 'OfxDownload.csv', format: 'vanguard', type: 'transactions', content: VANGUARD },
  { name: 'OfxDownload (1).csv', format: 'vanguard', type: 'transactions', content: OLD_VANGUARD },
  { name: 'OfxDownload (2).csv', format: 'vanguard', type: 'holdings', content: VANGUARD_529 },
];
