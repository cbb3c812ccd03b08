import {
  type Context,
  type DbTransaction,
  type Fixed,
  type Leased,
  type Leases,
  tellChange,
} from '../../platform/index.ts';
import type { PanelLoader, Side, StrategyConfig } from '../../strategies/index.ts';
import { type LedgerKey, writeLedger } from './books-store.ts';
import type { WrittenCycle } from './cycle-rows-store.ts';
import type { PolicyToRun } from './cycle-store.ts';
import { endFailure } from './cycle-store.ts';
import { MIN_ORDER_VALUE } from '../live-limits.ts';
import { type FinishedSession, ledgerToWrite } from './finished-session.ts';
import { writeLiveCycle } from './live-cycle-store.ts';
import { turnoversOf } from './plan-outlook.ts';
import { type PolicySession, startRebalance, startSession } from './run-session.ts';
import { writeEvents, writeValuation } from './valuation-store.ts';

/** What cycles of policies that trade need of those who send their orders. */
export interface LiveTerms {
  /** Why a policy may not plan now, in a sentence; null where it may. A plan that nobody answered gives way. */
  prepare(trx: DbTransaction, policy: PolicyToRun): Promise<string | null>;
  /** The worst price that an order of a side may have, given its reference price. */
  limitPrice: (side: Side, reference: Fixed) => Fixed;
  /** When a plan that a policy makes now may be neither approved nor placed any more. */
  expiresAt: (config: StrategyConfig, now: Date) => Date;
  /** What follows from a cycle: waiting money is linked to its plan, and the person is told what waits, or why nothing does. */
  written(
    trx: DbTransaction,
    policy: PolicyToRun,
    cycle: WrittenCycle & { day: string; failure: string | null },
  ): Promise<void>;
}

/**
 * Sessions of policies that trade. The books are valued at the closes; what would be traded at them is planned and waits for a
 * person (spec: Policy rules 1 and 7).
 */
export function createLiveSessions(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  {
    leases,
    terms,
    loader,
  }: { leases: Leases<'id'>; terms: LiveTerms; loader: Pick<PanelLoader, 'medianTurnovers'> },
) {
  async function write(
    policy: PolicyToRun,
    held: Leased<'id'>,
    {
      planned,
      valued,
      day,
    }: { planned: FinishedSession | null; valued: FinishedSession | null; day: string },
    unpriced: string | null,
    requestedBy: string,
  ): Promise<WrittenCycle | null> {
    const key: LedgerKey = { policy_id: policy.id, owner_user_id: policy.owner_user_id, mode: 'LIVE' };
    const turnovers = planned === null ? new Map() : await turnoversOf(loader, planned);
    return await database.asSystem(
      { why: 'write a session of a policy that trades', owner: policy.owner_user_id },
      async (trx) => {
        await leases.assertLease(trx, held);
        const now = clock.now();
        let cycle: WrittenCycle | null = null;
        if (planned === null) await endFailure(trx, key, day, { requestedBy, now });
        else {
          const refusal = (await terms.prepare(trx, policy)) ?? unpriced;
          const { limitPrice, expiresAt } = terms;
          cycle = await writeLiveCycle(trx, policy, key, planned, {
            requestedBy,
            now,
            refusal,
            limitPrice,
            expiresAt,
            batch: null,
            turnovers,
          });
          await terms.written(trx, policy, { ...cycle, day, failure: refusal });
        }
        if (valued !== null) {
          await writeEvents(trx, key, valued);
          await writeValuation(trx, key, valued);
          await writeLedger(trx, key, ledgerToWrite(valued));
        }
        await tellChange(trx, [policy.owner_user_id], ['policies']);
        return cycle;
      },
    );
  }

  return {
    /** A whole session. */
    async session(
      policy: PolicyToRun,
      held: Leased<'id'>,
      session: PolicySession,
      requestedBy: string,
    ): Promise<WrittenCycle | null> {
      const valued = startSession({ ...session, isRebalance: false }).finish(new Map());
      // The same morning and closes once more: what is planned is tried out on books that are thrown away.
      const planned = session.isRebalance ? startSession(withSmallest(session)).finish(new Map()) : null;
      const at = { planned, valued, day: session.day };
      return await write(policy, held, at, planned === null ? null : unpricedWords(valued), requestedBy);
    },

    /** A plan at the closes of a session that the books went through already. */
    async rebalance(
      policy: PolicyToRun,
      held: Leased<'id'>,
      session: PolicySession,
      requestedBy: string,
    ): Promise<WrittenCycle | null> {
      const planned = startRebalance(withSmallest(session)).finish(new Map());
      const at = { planned, valued: null, day: session.day };
      const begun = session.stored.openedOn !== null && session.stored.openedOn > session.day;
      const words = begun
        ? 'Orders were filled after that close. The next plan can be made at the close of this session.'
        : staleWords(session.stored.positions.flatMap(({ symbol, missed }) => (missed > 0 ? [symbol] : [])));
      return await write(policy, held, at, words, requestedBy);
    },
  };
}

/** What a broker is sent is worth something: where the settings say nothing, orders of a few hundred rupees are not planned. */
export const withSmallest = (session: PolicySession): PolicySession => ({
  ...session,
  config: { ...session.config, min_order_value: session.config.min_order_value ?? MIN_ORDER_VALUE },
});

const unpricedWords = ({ ledger, market }: FinishedSession): string | null =>
  staleWords(
    [...ledger.positions.values()].flatMap(({ missed, security }) =>
      missed > 0 ? [market.symbol(security)] : [],
    ),
  );

/** Money is not decided on with a price that nobody knows (spec: Policy rules 7). */
const staleWords = (symbols: readonly string[]): string | null =>
  symbols.length === 0
    ? null
    : `${symbols.join(', ')} ${symbols.length === 1 ? 'has' : 'have'} no price for this session, so nothing was planned. Retry the cycle when there is one.`;
