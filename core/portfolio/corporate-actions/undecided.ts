import type { ActionSuggestion } from './view.ts';

/** A symbol with a corporate action that waits for a decision: figures from its day on may change with it. */
export interface UndecidedAction {
  portfolio: string;
  symbol: string;
  /** YYYY-MM-DD: what was sold before is as it is. */
  from: string;
  /** "10 for 1 split". */
  title: string;
}

/** Every symbol that what waits would change; a merger or a rename changes two. */
export function undecidedOf(open: readonly ActionSuggestion[]): UndecidedAction[] {
  return open.flatMap(({ portfolio, symbol, into_symbol, ex_date: from, title }) =>
    (into_symbol === null ? [symbol] : [symbol, into_symbol]).map((name) => ({
      portfolio,
      symbol: name,
      from,
      title,
    })),
  );
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

/** Why a figure is not settled, and where to settle it; null where nothing waits. */
export function undecidedReason(actions: readonly UndecidedAction[]): string | null {
  const symbols = [...new Set(actions.map(({ symbol }) => symbol))];
  const [first] = actions;
  if (first === undefined) return null;
  if (symbols.length === 1 && new Set(actions.map(({ title }) => title)).size === 1)
    return `A corporate action of ${first.symbol} is not decided (${first.title}), so this may change. Apply or decline it under Corporate actions (/actions in the chat).`;
  const more = symbols.length - NAMED;
  const named = symbols
    .slice(0, NAMED)
    .join(', ')
    .replace(/, ([^,]*)$/, more > 0 ? ', $1' : ' and $1');
  const others = more > 0 ? ` and ${more} other ${more === 1 ? 'symbol' : 'symbols'}` : '';
  return `Corporate actions of ${named}${others} are not decided, so this may change. Apply or decline them under Corporate actions (/actions in the chat).`;
}
