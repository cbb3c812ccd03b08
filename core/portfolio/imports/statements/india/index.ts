export { angelOneTaxPnl } from './angel-one-tax-pnl.ts';
export { angelOneTrades } from './angel-one-trades.ts';
export { nps } from './nps.ts';
export { camsTransactions, kfintechTransactions, mfcentralTransactions } from './registrar-tables.ts';
export { upstoxDividends } from './upstox-dividends.ts';
export { zerodhaTaxPnl } from './zerodha-tax-pnl.ts';
