import type { ActionSuggestion } from '../../core/portfolio/corporate-actions/index.ts';
import type { LedgerActionView } from '../../core/portfolio/index.ts';
import { bold, lines } from './lines.ts';
import { count } from './numbers.ts';
import { day } from './times.ts';

/** What waits, numbered as the buttons are. `first` counts from 0. */
export function waitingText(shown: readonly ActionSuggestion[], first: number, total: number) {
  return lines(
    bold(total === 1 ? '1 corporate action to check' : `${total} corporate actions to check`),
    ...shown.flatMap(({ sentence, state }, nth) => [
      '',
      `${first + nth + 1}. ${sentence}`,
      state === 'NEEDS_TERMS' ? 'Enter its terms in the dashboard, under Corporate actions.' : null,
    ]),
  );
}

export function noneWaiting(decided: number, automatic: boolean) {
  return lines(
    bold('No corporate action is waiting'),
    automatic
      ? 'Clear ones are applied automatically.'
      : 'Splits, bonuses, renames and mergers of shares you held show here.',
    decided > 0 ? `${count(decided, 'action')} decided: /actions decided` : null,
  );
}

export function decidedText(shown: readonly LedgerActionView[], first: number) {
  return lines(
    bold(shown.length === 0 ? 'No corporate actions decided yet' : 'Corporate actions'),
    ...shown.map(
      (one, nth) =>
        `${first + nth + 1}. ${one.symbol} ${one.title}, ${day(one.ex_date)}: ${one.status === 'APPLIED' ? 'applied' : 'not applied'}`,
    ),
  );
}
