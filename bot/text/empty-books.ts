import type { FormattedString } from '@grammyjs/parse-mode';
import type { DashboardView } from '../../core/portfolio/index.ts';
import { bold, lines } from './lines.ts';

/** The answer to a person without records. */
export function nothingYet(): FormattedString {
  return lines(
    bold('You have no records yet.'),
    'Drop your broker’s tradebook here as a CSV file, or record a transaction with /add_transaction.',
  );
}

export const isEmpty = (view: DashboardView): boolean =>
  view.total.holdings_count === 0 && view.earnings.transactions_count === 0;

/** Text for books without holdings: how to begin, or where to see the past. */
export function emptyBooksText(view: DashboardView): FormattedString {
  if (isEmpty(view)) return nothingYet();
  return lines(
    bold('You hold nothing now.'),
    'Send /pnl to see what you made, or /transactions for your records.',
  );
}
