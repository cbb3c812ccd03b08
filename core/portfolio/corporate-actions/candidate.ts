import type { CloseJump } from '../../market/index.ts';
import type { Evidence } from '../../market/register/index.ts';
import type { ActionTerms, PositionTerms } from './action-terms.ts';
import type { IsinChange } from './isin-changes.ts';
import type { ActionSuggestion } from './view.ts';

/** An action that may concern a position of the ledger. */
export interface Candidate extends PositionTerms {
  portfolio: string;
  currency: string;
  /** TERMS: the source does not say which share comes, how many, or what part of the cost goes with it, or a person must check the ratio. */
  needs: 'TERMS' | null;
  /** How well the shipped register knows it; null where another source tells of it. */
  evidence: Evidence | null;
  /** Of a demerger: every name of the other companies that came by it on the same day. */
  other_receivers: readonly string[];
  /** The exchange's own words; null where there are none. */
  announced: string | null;
  /** Its instrument in the registry, for the price of a fraction; null where that does not know it. */
  instrument_id: string | null;
  /** The ledger has rows under the name that the share took: they belong together whether or not any were held. */
  has_sibling: boolean;
  /** The change of ISIN in the person's own trades that it explains; null for none. */
  isin_change: IsinChange | null;
  /** The jump of the closes that alone tells of it; null for none. */
  jump: CloseJump | null;
  /** It was applied and undone. */
  is_undone: boolean;
}

/** An action that waits, with the terms as they would be applied. */
export interface WaitingAction {
  candidate: Candidate;
  /** The new symbol of the same morning, which is decided with it; null for none. */
  rename: Candidate | null;
  /**
   * Actions of the same ratio and days whose effect is recorded. They are applied first; otherwise their rows would count
   * for this one.
   */
  recorded: readonly ActionTerms[];
  view: ActionSuggestion;
}
