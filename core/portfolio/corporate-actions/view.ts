import {
  date,
  flag,
  instant,
  listOf,
  number,
  numberOrNull,
  oneOf,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { importResultFields } from '../imports/index.ts';
import { DECISIONS, LEDGER_ACTION_KINDS } from '../models.ts';

/** A corporate action that waits for a decision, as every door shows it. */
const actionSuggestionView = view({
  /** Stays the same while the action does. */
  id: text,
  portfolio: text,
  symbol: text,
  /** Of the share: INR for one of an Indian exchange. */
  currency: text,
  kind: oneOf(...LEDGER_ACTION_KINDS),
  /** The first day without what the action gives; of a rename the first day of the new symbol. */
  ex_date: date,
  /** `old_shares` become `new_shares`; in a demerger `new_shares` of the other company come for `old_shares`. */
  new_shares: numberOrNull,
  old_shares: numberOrNull,
  /** The share that came, or the new symbol; beside a change of units the new symbol of its day, which is decided with it. */
  into_symbol: textOrNull,
  /** Of a demerger: percentage points of the cost that go to the other company; null while they are not known. */
  cost_pct: numberOrNull,
  /** Cash for one whole share, by which a fraction would be paid out: the close of the ex-date; null where none is known. */
  fraction_price: numberOrNull,
  source: text,
  /** The exchange's own words. */
  announced: textOrNull,
  /**
   * OPEN: can be applied. NEEDS_TERMS: which share came, or how many, is not known. CONTAINED: the holding's own quantity
   * equals the transactions already, so that applying it would part them; or free shares were recorded
   * in the place of a merger, or may be either the split or the bonus of a day.
   */
  state: oneOf('OPEN', 'NEEDS_TERMS', 'CONTAINED'),
  units_before: number,
  units_after: numberOrNull,
  /** Part of a share that is paid out in cash. */
  fraction: numberOrNull,
  /** "5 for 1 split". */
  title: text,
  /** What would happen, in one or two sentences. */
  sentence: text,
  /** It was applied and undone: nothing applies it unasked. */
  is_undone: flag,
});
export type ActionSuggestion = ViewOf<typeof actionSuggestionView>;

/** A decision about an action, as every door shows it. */
export const ledgerActionView = view({
  id: text,
  portfolio_id: text,
  portfolio: text,
  symbol: text,
  kind: oneOf(...LEDGER_ACTION_KINDS),
  ex_date: date,
  /** The ratio and the other share are null where the action was declined before they were known. */
  new_shares: numberOrNull,
  old_shares: numberOrNull,
  into_symbol: textOrNull,
  /** ISIN of the share since then, where it is known. */
  into_isin: textOrNull,
  /** Percentage points of the cost that go to the other company. */
  cost_pct: numberOrNull,
  /** Cash for one whole share, by which a fraction is paid out. */
  fraction_price: numberOrNull,
  source: text,
  status: oneOf(...DECISIONS),
  decided_at: instant,
  decided_by: text,
  /** Rows of the ledger that follow from it. */
  rows: whole,
  /** "5 for 1 split". */
  title: text,
});
export type LedgerActionView = ViewOf<typeof ledgerActionView>;

/** What waits, and what was decided. */
export const corporateActionsView = view({
  /** The oldest ex-date first: the order in which they are applied. */
  open: listOf(actionSuggestionView),
  /** The newest ex-date first. */
  decided: listOf(ledgerActionView),
  apply_automatically: flag,
});
export type CorporateActions = ViewOf<typeof corporateActionsView>;

/** What applying or a look at the ledger did. */
export const actionSearchView = view({
  applied: whole,
  /** What still waits. */
  open: listOf(actionSuggestionView),
});
export type ActionSearch = ViewOf<typeof actionSearchView>;

/** What an import came to, with what it made known of corporate actions. */
export const settledImportView = view({
  ...importResultFields,
  /** Applied by themselves, and waiting for a decision; null where that could not be found out. */
  corporate_actions: view({ applied: whole, open: whole }).nullable().defined(),
});
export type SettledImport = ViewOf<typeof settledImportView>;
