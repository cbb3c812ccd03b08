import type { CloseJump } from '../../market/index.ts';
import { actionWords, isRatioKind } from './action-terms.ts';
import type { Candidate, WaitingAction } from './candidate.ts';
import { splitOfJump } from './close-jumps.ts';
import type { IsinChange } from './isin-changes.ts';
import type { LedgerHistory } from './ledger-history.ts';
import type { NameOfShare } from './names.ts';
import { changesOfIsin } from './own-trades.ts';
import { renamedSplitWords } from './suggestion.ts';
import type { LedgerActionView } from './view.ts';

interface RenamedFacts {
  /** Of the symbol that was given up. */
  history: LedgerHistory;
  /** The changes of ISIN in the rows of both symbols together. */
  changes: readonly IsinChange[];
  names: readonly NameOfShare[];
  /** Other facts about either symbol. */
  announced: readonly Candidate[];
  decided: readonly LedgerActionView[];
  /** Of the instruments of both symbols. */
  jumps: readonly CloseJump[];
}

/**
 * The split or consolidation that came with a new symbol: the trades under it have another ISIN at another price. Neither symbol
 * alone shows it.
 */
export function splitsOfRename(
  rename: Candidate,
  { history, changes, names, announced, decided, jumps }: RenamedFacts,
): Candidate[] {
  const { into_symbol, ex_date } = rename;
  if (into_symbol === null) return [];
  const within = changes.filter(({ after, on }) => after < ex_date && ex_date <= on);
  const joined = { ...history, symbols: [...history.symbols, into_symbol], isin_changes: [...within] };
  return changesOfIsin(joined, names, announced, decided).map((found): Candidate => {
    const isin_change = within.find(({ on }) => on === found.ex_date) ?? null;
    const jump = jumps.find(
      ({ after, on }) => isin_change !== null && after < isin_change.on && isin_change.after < on,
    );
    const ofJump = found.needs === null || jump === undefined ? null : splitOfJump(jump, rename.currency);
    return {
      ...rename,
      into_symbol: null,
      fraction_price: null,
      has_sibling: false,
      ...found,
      ...(ofJump === null ? {} : { ...ofJump, needs: null }),
      // From the morning on under which it has the new name.
      symbol: into_symbol,
      ex_date,
      isin_change,
    };
  });
}

/**
 * Joins a new symbol with the one split, bonus or consolidation of its morning: a person decides both at once. Where several
 * actions of units share the morning, each is asked about by itself.
 */
export function joinRenames(open: readonly WaitingAction[]): WaitingAction[] {
  const joined = new Map<WaitingAction, WaitingAction>();
  const partners = new Set<WaitingAction>();
  for (const one of open.filter(({ candidate }) => candidate.kind === 'RENAME')) {
    const { portfolio_id, position, ex_date, into_symbol } = one.candidate;
    const [split, ...others] = open.filter(
      ({ candidate, view }) =>
        isRatioKind(candidate.kind) &&
        candidate.portfolio_id === portfolio_id &&
        candidate.position === position &&
        candidate.ex_date === ex_date &&
        view.state !== 'CONTAINED',
    );
    if (split === undefined || others.length > 0 || one.view.state !== 'OPEN') continue;
    partners.add(split);
    const view = {
      ...split.view,
      id: one.view.id,
      symbol: one.view.symbol,
      into_symbol,
      title: `${actionWords(split.candidate)}, ${one.view.title}`,
      is_undone: one.view.is_undone || split.view.is_undone,
    };
    joined.set(one, {
      ...split,
      rename: one.candidate,
      recorded: [...one.recorded, ...split.recorded],
      view: { ...view, sentence: renamedSplitWords(view, split.candidate) },
    });
  }
  return open.filter((one) => !partners.has(one)).map((one) => joined.get(one) ?? one);
}
