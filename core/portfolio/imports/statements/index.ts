import { degiroAccount } from './elsewhere/degiro-account.ts';
import { degiroTransactions } from './elsewhere/degiro-transactions.ts';
import { ghostfolio } from './elsewhere/ghostfolio.ts';
import { portfolioPerformance } from './elsewhere/portfolio-performance.ts';
import { tradeRepublic } from './elsewhere/trade-republic.ts';
import { trading212 } from './elsewhere/trading212.ts';
import { wealthfolio, wealthfolioTable } from './elsewhere/wealthfolio.ts';
import { ofx } from './ofx/ofx.ts';
import type { StatementFiles, StatementFormat, StatementFormatOf, StatementKind } from './statement.ts';

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

/** Every format that is read whole. */
export const STATEMENTS: readonly StatementFormat[] = [
  ofx,
  trading212,
  degiroTransactions,
  degiroAccount,
  tradeRepublic,
  ghostfolio,
  wealthfolio,
  wealthfolioTable,
  portfolioPerformance,
];

/** The format of a file by its beginning; null where none knows it. */
export function statementOf<K extends StatementKind>(
  kind: K,
  beginning: StatementFiles[K],
): StatementFormatOf<K> | null {
  const ofKind = STATEMENTS.filter((one) => one.kind === kind) as unknown as StatementFormatOf<K>[];
  return ofKind.find((one) => one.detect(beginning)) ?? null;
}
