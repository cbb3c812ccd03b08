import type { LedgerActionKind } from '../models.ts';
import { compareText } from '../ledger/index.ts';

/** A corporate action that a person applied, as the derivation reads it. Numbers are exact text. */
export interface AppliedAction {
  id: string;
  kind: LedgerActionKind;
  /** The position on which it acts, under the name that this has today. */
  symbol: string;
  /** YYYY-MM-DD: the first day without what the action gives. */
  ex_date: string;
  /** `old_shares` become `new_shares`; in a demerger `new_shares` of the other company come for `old_shares`. */
  new_shares: string | null;
  old_shares: string | null;
  /** The share that the units become (merger) or that comes with them (demerger), as it is called today. */
  into_symbol: string | null;
  into_isin: string | null;
  /** Of a demerger: percentage points of the cost that go to the other company; null while nobody said. */
  cost_pct: string | null;
  /** Cash for one whole share, by which a fraction is paid out; null while nobody knows. */
  fraction_price: string | null;
}

/** Two actions of one morning in this order: what changes the units of a share comes before what it turns into. */
const ORDER: Readonly<Record<LedgerActionKind, number>> = {
  RENAME: 0,
  SPLIT: 1,
  CONSOLIDATION: 2,
  BONUS: 3,
  DEMERGER: 4,
  MERGER: 5,
};

/**
 * Actions in the order in which they happen. Of one morning and kind, what comes into a share comes before that share moves
 * on: a merger of X into B before one of B into C. Where they go in a circle, the first by name begins.
 */
export function inOrder<T extends Pick<AppliedAction, 'ex_date' | 'kind' | 'symbol' | 'into_symbol' | 'id'>>(
  actions: readonly T[],
): T[] {
  const waiting = actions.toSorted(compareActions);
  const ordered: T[] = [];
  for (let [first] = waiting; first !== undefined; [first] = waiting) {
    const { ex_date, kind } = first;
    const others = waiting.findIndex((one) => one.ex_date !== ex_date || one.kind !== kind);
    const group = waiting.slice(0, others === -1 ? waiting.length : others);
    const free = group.findIndex((one) => !group.some(({ into_symbol }) => into_symbol === one.symbol));
    ordered.push(...waiting.splice(Math.max(0, free), 1));
  }
  return ordered;
}

/** Actions without those that were decided under two names of one share before these became one. */
export function withoutDuplicates(actions: readonly AppliedAction[]): AppliedAction[] {
  const event = ({ symbol, kind, ex_date, into_symbol }: AppliedAction) =>
    [symbol, kind, ex_date, into_symbol ?? ''].join('\0');
  const first = new Map(actions.toReversed().map((one) => [event(one), one]));
  return actions.filter((one) => first.get(event(one)) === one);
}

function compareActions(
  a: Pick<AppliedAction, 'ex_date' | 'kind' | 'symbol' | 'id'>,
  b: Pick<AppliedAction, 'ex_date' | 'kind' | 'symbol' | 'id'>,
): number {
  return (
    compareText(a.ex_date, b.ex_date) ||
    ORDER[a.kind] - ORDER[b.kind] ||
    compareText(a.symbol, b.symbol) ||
    a.id.length - b.id.length ||
    compareText(a.id, b.id)
  );
}
