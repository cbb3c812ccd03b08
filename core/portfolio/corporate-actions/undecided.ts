import type { ActionSuggestion } from './view.ts';

/** A symbol with a corporate action that waits for a decision: figures from its day on may change with it. */
export interface UndecidedAction {
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
const UNREADABLE =
  'Corporate actions that wait for your decision could not be checked, so this may change. See Corporate actions (/actions in the chat).';

/**
 * The mark of a figure that is not settled, and where to settle it; null where nothing waits.
 * @param actions null if they could not be read.
 */
export function undecidedReason(actions: readonly UndecidedAction[] | null): string | null {
  if (actions === null) return UNREADABLE;
  const count = new Set(actions.map(({ id }) => id)).size;
  if (count === 0) return null;
  const titles = [...new Set(actions.map(({ title }) => title))];
  const more = titles.length - NAMED;
  const named = `${titles.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return count === 1
    ? `1 corporate action waits for your decision: ${named}. Until then this may change. Apply or decline it under Corporate actions (/actions in the chat).`
    : `${count} corporate actions wait for your decision: ${named}. Until then this may change. Apply or decline them under Corporate actions (/actions in the chat).`;
}

/** The same mark as a warning of a report; none where nothing waits. */
export function undecidedWarnings(
  actions: readonly UndecidedAction[] | null,
): { code: 'ACTIONS_UNDECIDED'; message: string; count: number }[] {
  const message = undecidedReason(actions);
  return message === null
    ? []
    : [{ code: 'ACTIONS_UNDECIDED', message, count: new Set(actions?.map(({ id }) => id)).size || 1 }];
}
