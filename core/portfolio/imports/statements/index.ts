import { angelOneTaxPnl } from './angel-one-tax-pnl.ts';
import { angelOneTrades } from './angel-one-trades.ts';
import { camsKfintechCas, mfCentralCas } from './cas/index.ts';
import { ibkrActivity, ibkrFlex, ibkrHistory } from './ibkr/index.ts';
import { nps } from './nps.ts';
import { realisedGains } from './realised-gains.ts';
import { camsTransactions, kfintechTransactions, mfcentralTransactions } from './registrar-tables.ts';
import { degiroAccount } from './elsewhere/degiro-account.ts';
import { degiroTransactions } from './elsewhere/degiro-transactions.ts';
import { ghostfolio } from './elsewhere/ghostfolio.ts';
import { portfolioPerformance } from './elsewhere/portfolio-performance.ts';
import { tradeRepublic } from './elsewhere/trade-republic.ts';
import { trading212 } from './elsewhere/trading212.ts';
import { wealthfolio, wealthfolioTable } from './elsewhere/wealthfolio.ts';
import { ofx } from './ofx/ofx.ts';
import type { StatementFiles, StatementFormat, StatementFormatOf, StatementKind } from './statement.ts';
import { upstoxDividends } from './upstox-dividends.ts';
import {
  etrade,
  etradeOld,
  fidelity,
  fidelityPositions,
  robinhood,
  robinhoodApex,
  schwab,
  schwabPositions,
  vanguard,
} from './us/index.ts';
import { zerodhaTaxPnl } from './zerodha-tax-pnl.ts';

export {
  type Sheet,
  type StatementFiles,
  type StatementFormat,
  type StatementFormatOf,
  type StatementKind,
  type StatementReading,
  StatementRefusal,
  type TextRun,
} from './statement.ts';
export { unreadStatement } from './unread-statements.ts';

/** Every format that is read whole. */
export const STATEMENTS: readonly StatementFormat[] = [
  camsKfintechCas,
  mfCentralCas,
  zerodhaTaxPnl,
  angelOneTaxPnl,
  angelOneTrades,
  upstoxDividends,
  nps,
  camsTransactions,
  kfintechTransactions,
  mfcentralTransactions,
  ibkrActivity,
  ibkrHistory,
  ibkrFlex,
  schwab,
  schwabPositions,
  fidelity,
  fidelityPositions,
  vanguard,
  robinhood,
  robinhoodApex,
  etrade,
  etradeOld,
  ofx,
  trading212,
  degiroTransactions,
  degiroAccount,
  tradeRepublic,
  ghostfolio,
  wealthfolio,
  wealthfolioTable,
  portfolioPerformance,
  // Of no broker in particular, so after all that are.
  realisedGains,
];

/** The format of a file by its beginning; null where none knows it. */
export function statementOf<K extends StatementKind>(
  kind: K,
  beginning: StatementFiles[K],
): StatementFormatOf<K> | null {
  const ofKind = STATEMENTS.filter((one) => one.kind === kind) as unknown as StatementFormatOf<K>[];
  return ofKind.find((one) => one.detect(beginning)) ?? null;
}
