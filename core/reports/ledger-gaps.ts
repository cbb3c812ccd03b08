import {
  type LedgerGaps,
  type PortfolioArea,
  type ReadUndecided,
  type UndecidedAction,
  undecidedIn,
  undecidedWarnings,
} from '../portfolio/index.ts';
import type { ReportWarning } from './warning.ts';

/** Warns of what the ledger holds and no figure counts. */
export interface GapWarnings {
  /** @param portfolio Networth where none is named. @throws 404 PORTFOLIO_NOT_FOUND. */
  warnings(userId: string, portfolio: string | null): Promise<ReportWarning[]>;
}

export function createGapWarnings(
  portfolio: Pick<PortfolioArea, 'gaps'>,
  readUndecided: ReadUndecided,
): GapWarnings {
  return {
    async warnings(userId, name) {
      const gaps = await portfolio.gaps.read(userId, name);
      return gapWarnings(gaps, undecidedIn(await readUndecided(userId), name));
    },
  };
}

const NAMED = 3;

/** Warnings about sales without a purchase, unreadable rows, and corporate actions that wait for a decision; pure. */
export function gapWarnings(
  { unmatched, left_out }: LedgerGaps,
  undecided: readonly UndecidedAction[],
): ReportWarning[] {
  const warnings: ReportWarning[] = [];
  if (unmatched.length > 0)
    warnings.push({
      code: 'UNMATCHED_SALES',
      message: `More ${named(unmatched)} was sold than bought. These figures exclude the difference. Open Data quality (/health in the chat), then import the older tradebook or add an opening position.`,
      count: unmatched.length,
    });
  const rows = left_out.reduce((sum, one) => sum + one.rows, 0);
  if (rows > 0)
    warnings.push({
      code: 'ROWS_LEFT_OUT',
      message: `${rows === 1 ? 'One transaction' : `${rows} transactions`} of ${named(left_out.map(({ symbol }) => symbol))} ${rows === 1 ? 'is' : 'are'} excluded from these figures. Open Data quality (/health in the chat) to see why, and correct ${rows === 1 ? 'it' : 'them'}.`,
      count: rows,
    });
  return [...warnings, ...undecidedWarnings(undecided)];
}

function named(symbols: readonly string[]): string {
  const more = symbols.length - NAMED;
  const shown = symbols.slice(0, NAMED);
  if (more > 0) return `${shown.join(', ')} and ${more} other ${more === 1 ? 'symbol' : 'symbols'}`;
  return shown.join(', ').replace(/, ([^,]*)$/, ' and $1');
}
