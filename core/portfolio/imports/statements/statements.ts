import { camsKfintechCas, mfCentralCas } from './cas/index.ts';
import { degiroAccount, degiroTransactions, tradeRepublic, trading212 } from './europe/index.ts';
import { ibkrActivity, ibkrFlex, ibkrHistory } from './ibkr/index.ts';
import {
  angelOneTaxPnl,
  angelOneTrades,
  camsTransactions,
  kfintechTransactions,
  mfcentralTransactions,
  nps,
  upstoxDividends,
  zerodhaTaxPnl,
} from './india/index.ts';
import { ofx } from './ofx/index.ts';
import { realisedGains } from './realised-gains.ts';
import type { StatementFiles, StatementFormat, StatementFormatOf, StatementKind } from './statement.ts';
import { ghostfolio, portfolioPerformance, wealthfolio, wealthfolioTable } from './trackers/index.ts';
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
