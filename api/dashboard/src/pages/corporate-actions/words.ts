import type { ActionSuggestion, LedgerAction, LedgerActionKind } from '../../api/types.ts';

export const KINDS: Readonly<Record<LedgerActionKind, string>> = {
  SPLIT: 'Split',
  BONUS: 'Bonus',
  CONSOLIDATION: 'Consolidation (reverse split)',
  RENAME: 'New symbol',
  MERGER: 'Merger',
  DEMERGER: 'Demerger',
};

/** What the two numbers of the ratio mean, by an example. */
export const RATIO_HINTS: Readonly<Record<LedgerActionKind, string>> = {
  SPLIT: '5 for 1: each share became 5.',
  BONUS: 'Count all shares after the bonus: a 1:1 bonus is 2 for 1, a 1:2 bonus is 3 for 2.',
  CONSOLIDATION: '1 for 10: ten shares became one.',
  RENAME: '',
  MERGER: '42 for 25: every 25 shares became 42 of the other company.',
  DEMERGER: '1 for 10: you got one share of the other company for every 10, which you keep.',
};

const SOURCES: Readonly<Record<string, string>> = {
  NSE: 'NSE',
  BSE: 'BSE',
  YAHOO: 'Yahoo Finance',
  COMPANY: 'the company',
  MANUAL: 'manual entry',
  STATEMENT: 'your statement',
  FILE: 'your trades',
  CLOSES: 'daily closes',
  REGISTER: 'the register of corporate actions',
  REGISTER_TOTAL: 'the register of corporate actions',
};

export const sourceName = (source: string): string => SOURCES[source] ?? source;

/** Whether the words of an announcement are an exchange's own. */
export const isExchange = (source: string): boolean => source === 'NSE' || source === 'BSE';

/** Some sources do not tell a split from a bonus, and Indian tax law treats the two differently. */
export const mayBeBonus = ({
  source,
  kind,
  currency,
}: Pick<ActionSuggestion, 'source' | 'kind' | 'currency'>): boolean =>
  (source === 'YAHOO' || source === 'REGISTER_TOTAL') && kind === 'SPLIT' && currency === 'INR';

/** Applied without a row to show for it; a new symbol never has rows of its own. */
export const changesNothing = ({ status, kind, rows }: LedgerAction): boolean =>
  status === 'APPLIED' && kind !== 'RENAME' && rows === 0;

/** `5 corporate actions` */
export const actionsOf = (count: number): string =>
  `${count.toLocaleString('en-IN')} corporate ${count === 1 ? 'action' : 'actions'}`;

/** `IRCTC 5 for 1 split` */
export const nameOf = ({ symbol, title }: Pick<LedgerAction, 'symbol' | 'title'>): string =>
  `${symbol} ${title}`;
