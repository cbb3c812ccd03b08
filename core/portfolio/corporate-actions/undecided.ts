import type { ActionSuggestion } from './view.ts';

/** A symbol with something that waits for a decision: figures from its day on may change with it. */
export interface UndecidedAction {
  /** BROKER: a broker changed or lists no more what was recorded. Absent for a corporate action. */
  by?: 'BROKER';
  /** Of the action; a merger or a rename changes two symbols. */
  id: string;
  portfolio: string;
  symbol: string;
  /** YYYY-MM-DD: what was sold before is as it is. */
  from: string;
  /** "IRCTC 10 for 1 split". */
  title: string;
  /** Shares for one share before, where its units change; 1 where its price alone does; null where neither is known. */
  ratio: number | null;
}

/** Every symbol that waiting actions would change. */
export function undecidedOf(open: readonly ActionSuggestion[]): UndecidedAction[] {
  return open.flatMap((one) => {
    const { id, portfolio, symbol, into_symbol, ex_date: from, title } = one;
    return (into_symbol === null ? [symbol] : [symbol, into_symbol]).map((name) => ({
      id,
      portfolio,
      symbol: name,
      from,
      title: `${symbol} ${title}`,
      ratio: name === symbol ? ratioOf(one) : null,
    }));
  });
}

function ratioOf({ kind, new_shares, old_shares }: ActionSuggestion): number | null {
  // A part of the company leaves: its price falls.
  if (kind === 'DEMERGER') return 1;
  const isOfUnits = kind === 'SPLIT' || kind === 'CONSOLIDATION' || kind === 'BONUS';
  return isOfUnits && new_shares !== null && old_shares !== null ? new_shares / old_shares : null;
}

/** The actions of one symbol that bear on a figure of a day. */
export function undecidedOn(
  actions: readonly UndecidedAction[],
  of: { portfolio: string; symbol: string },
  day: string,
): UndecidedAction[] {
  return actions.filter(
    ({ portfolio, symbol, from }) => portfolio === of.portfolio && symbol === of.symbol && from <= day,
  );
}

const NAMED = 3;
/** Codes of the warnings that `undecidedWarnings` makes. */
const UNDECIDED_CODES = ['ACTIONS_UNDECIDED', 'BROKER_CHANGES_UNDECIDED'] as const;

const UNREADABLE =
  'Corporate actions that wait for your decision could not be checked, so this may change. See Corporate actions (/actions in the chat).';

/**
 * The mark of a figure that is not settled, and where to settle it; null where nothing waits.
 * @param actions null if they could not be read.
 */
export function undecidedReason(actions: readonly UndecidedAction[] | null): string | null {
  const sentences = undecidedWarnings(actions).map(({ message }) => message);
  return sentences.length === 0 ? null : sentences.join(' ');
}

const countOf = (actions: readonly UndecidedAction[]): number => new Set(actions.map(({ id }) => id)).size;

function sentenceOf(actions: readonly UndecidedAction[], by: UndecidedAction['by']): string {
  const count = countOf(actions);
  const titles = [...new Set(actions.map(({ title }) => title))];
  const more = titles.length - NAMED;
  const named = `${titles.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const [what, where] =
    by === 'BROKER'
      ? [
          count === 1 ? '1 change by your broker waits' : `${count} changes by your broker wait`,
          `Accept ${count === 1 ? 'it or keep your record' : 'them or keep your records'} under Changes by brokers (/broker_changes in the chat).`,
        ]
      : [
          count === 1 ? '1 corporate action waits' : `${count} corporate actions wait`,
          `Apply or decline ${count === 1 ? 'it' : 'them'} under Corporate actions (/actions in the chat).`,
        ];
  return `${what} for your decision: ${named}. Until then this may change. ${where}`;
}

/** What waits as warnings of a report, corporate actions apart from changes by brokers; none where nothing waits. */
export function undecidedWarnings(
  actions: readonly UndecidedAction[] | null,
): { code: (typeof UNDECIDED_CODES)[number]; message: string; count: number }[] {
  if (actions === null) return [{ code: 'ACTIONS_UNDECIDED', message: UNREADABLE, count: 1 }];
  return UNDECIDED_CODES.flatMap((code) => {
    const by = code === 'ACTIONS_UNDECIDED' ? undefined : 'BROKER';
    const own = actions.filter((one) => one.by === by);
    return own.length === 0 ? [] : [{ code, message: sentenceOf(own, by), count: countOf(own) }];
  });
}

/** The marks among the warnings of a report, as one text; null where nothing waits. */
export function undecidedMessage(warnings: readonly { code: string; message: string }[]): string | null {
  const messages = warnings.filter(({ code }) => isUndecidedCode(code)).map(({ message }) => message);
  return messages.length === 0 ? null : messages.join(' ');
}

/** True for the code of something that waits for a decision. */
export const isUndecidedCode = (code: string): boolean => UNDECIDED_CODES.some((one) => one === code);
