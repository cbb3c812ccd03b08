import type { AskedAction } from './action-service.ts';
import type { IsinChange } from './isin-changes.ts';

/** An action that may concern a position of the ledger. */
export interface Candidate extends AskedAction {
  portfolio: string;
  currency: string;
  /** TERMS: the announcement does not say which share comes, how many, or what part of the cost goes with it. */
  needs: 'TERMS' | null;
  /** The exchange's own words; null where there are none. */
  announced: string | null;
  /** Its instrument in the registry, for the price of a fraction; null where that does not know it. */
  instrument_id: string | null;
  /** The ledger has rows under the name that the share took: they belong together whether or not any were held. */
  has_sibling: boolean;
  /** The change of ISIN in the person's own trades that it explains; null for none. */
  isin_change: IsinChange | null;
  /** It was applied and undone. */
  is_undone: boolean;
}
