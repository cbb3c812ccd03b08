import type { Amount, DbTransaction } from '../../platform/index.ts';
import type { LedgerKey } from './books-store.ts';
import type { WrittenCycle } from './cycle-rows-store.ts';
import type { PolicyToRun } from './cycle-store.ts';
import type { DueContribution, FinishedSession } from './finished-session.ts';
import type { StoredTargets } from './run-session.ts';

/** Money of a schedule on a session. */
interface DueMoney {
  contributions: DueContribution[];
  /** Rupees that came in before and are still to be put into the current targets. */
  pendingAllocation: Amount;
  /** Those of the newest rebalance; null before the first. */
  targets: StoredTargets | null;
}

/** An instalment was deferred, skipped or cancelled while its session was calculated: the session is calculated anew. */
export class DueMoneyChanged extends Error {
  override name = 'DueMoneyChanged';
}

/** What sessions on paper do with money of a schedule. */
export interface SessionContributions {
  /** What is due by a session. */
  due(trx: DbTransaction, policy: PolicyToRun, day: string): Promise<DueMoney>;
  /**
   * Credits what a session took in, before its cycle is written.
   * @returns the batch whose money the session puts into the current targets; null on other days. @throws DueMoneyChanged
   */
  book(trx: DbTransaction, key: LedgerKey, finished: FinishedSession, now: Date): Promise<string | null>;
  /** Tells batches what became of their money, after the cycle is written. */
  settle(
    trx: DbTransaction,
    key: LedgerKey,
    finished: FinishedSession,
    cycle: WrittenCycle | null,
    now: Date,
  ): Promise<void>;
}
