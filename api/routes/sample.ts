/*
 * Two small files in the importer's own format, to try Munim with. Both belong to the portfolio Sample. The trades and
 * dividends follow what those companies did; the holdings are what the trades add up to, and bring prices.
 */
const TRANSACTIONS = `Portfolio,Symbol,Date,Type,Quantity,Price,Fee_Tax,ISIN,Asset_Class,Currency,Note
Sample,RELIANCE,2024-01-15,BUY,10,2740.50,32.10,INE002A01018,Indian Equity,INR,
Sample,HDFCBANK,2024-02-12,BUY,25,1402.00,41.20,INE040A01034,Indian Equity,INR,
Sample,NIFTYBEES,2024-03-04,BUY,120,248.35,18.75,INF204KB14I2,ETF,INR,
Sample,INFY,2024-04-22,BUY,20,1442.75,33.90,INE009A01021,Indian Equity,INR,
Sample,HDFCBANK,2024-05-10,DIVIDEND,25,19.50,0,INE040A01034,Indian Equity,INR,Final dividend
Sample,TCS,2024-06-18,BUY,8,3832.00,36.00,INE467B01029,Indian Equity,INR,
Sample,INFY,2024-07-19,SELL,5,1790.00,10.40,INE009A01021,Indian Equity,INR,
Sample,RELIANCE,2024-10-28,SPLIT,2,0,0,INE002A01018,Indian Equity,INR,Bonus one for one
Sample,NIFTYBEES,2024-12-09,BUY,60,276.10,10.20,INF204KB14I2,ETF,INR,
Sample,TCS,2025-01-17,DIVIDEND,8,76.00,0,INE467B01029,Indian Equity,INR,
`;

const HOLDINGS = `Portfolio,Symbol,Name,Asset_Class,Currency,ISIN,Quantity,Avg_Buy_Price,Current_Price,Previous_Close,Sector
Sample,RELIANCE,Reliance Industries,Indian Equity,INR,INE002A01018,20,1371.855,1302.45,1288.10,Energy
Sample,HDFCBANK,HDFC Bank,Indian Equity,INR,INE040A01034,25,1403.648,1662.30,1671.80,Financials
Sample,NIFTYBEES,Nippon India ETF Nifty 50 BeES,ETF,INR,INF204KB14I2,180,257.7608,262.85,261.40,Index fund
Sample,INFY,Infosys,Indian Equity,INR,INE009A01021,15,1444.445,1884.20,1871.55,Technology
Sample,TCS,Tata Consultancy Services,Indian Equity,INR,INE467B01029,8,3836.50,4124.60,4160.10,Technology
`;

/** One of the two sample files. */
export function sampleCsv(type: 'holdings' | 'transactions'): string {
  return type === 'transactions' ? TRANSACTIONS : HOLDINGS;
}
