import type { Fixed } from '../../platform/index.ts';
import type { LedgerTransaction, LotStep } from '../ledger/index.ts';
import type { AppliedAction } from './applied-action.ts';

/** A row that follows from a corporate action; it is stored beside the recorded ones and made anew with them. */
export interface DerivedRow extends LedgerTransaction {
  id: null;
  action_id: string;
  /** Unique among all rows: the action and the place among its rows. */
  execution_id: string;
}

/** What one action did; null quantities where nothing was held. */
export interface ActionOutcome {
  action_id: string;
  /** Units before and after; of a merger those of the new share that came. */
  before: Fixed;
  after: Fixed;
  /** Part of a share that was paid out in cash. */
  fraction: Fixed;
  /** The rows that say the same already, for which the action does nothing. */
  recorded_by: readonly LedgerTransaction[];
}

/** The first step of units that a broker booked for a merger or demerger; null for actions within one share. */
export function deliveryStep(
  { kind, into_isin: isin, into_symbol: symbol }: AppliedAction,
  { date }: Pick<LedgerTransaction, 'date'>,
): LotStep | null {
  if (symbol === null || (kind !== 'MERGER' && kind !== 'DEMERGER')) return null;
  return { kind, date, symbol, isin, new_shares: '1', old_shares: '1' };
}

/** The rows and outcomes of all applied actions. */
export interface Derivation {
  rows: DerivedRow[];
  outcomes: Map<string, ActionOutcome>;
}
