import type { Notifications } from '../../notifications/index.ts';
import {
  type Context,
  dayAfter,
  type DbTransaction,
  istDate,
  type Leased,
  LeaseLost,
  parseAmount,
  tellChange,
} from '../../platform/index.ts';
import {
  fallbackNotice,
  moveBatches,
  type PendingAllocation,
  pendingAllocations,
  readTargets,
} from '../contributions/index.ts';
import {
  createLiveAllocation,
  createPolicyWork,
  type CycleParts,
  type LiveTerms,
  type PolicyToRun,
  type TriedAllocation,
  turnoversOf,
  writeLiveCycle,
} from '../cycle/index.ts';
import { readStanding } from './live-terms.ts';
import { planToTell } from './plan-to-tell.ts';
import { pendingNotice } from './plan-notices.ts';
import { isPaused } from './pause.ts';

/** What became of the oldest money of a policy that is to be put into the current targets. */
type Allocated = 'PLANNED' | 'FELL_BACK' | 'WAITS' | 'NOTHING' | 'BUSY';

/**
 * Puts contributed money of policies that trade into the current targets at once: a cycle of its own, with a plan of purchases
 * that waits for an approval (spec: buy_only_current_targets). It is tried right after the money is credited and by the round
 * of every minute, so that a process that dies in between, or one that has to wait, only delays it. The batch of the money is
 * PENDING until the transaction that writes the cycle and its plan, or the reason why there is none.
 */
export function createAllocations(
  context: Context,
  parts: CycleParts & {
    notifications: Pick<Notifications, 'notifyWithin'>;
    terms: Pick<LiveTerms, 'limitPrice' | 'expiresAt'>;
  },
) {
  const { clock, database, log } = context;
  const { calendar, leases, notifications, terms } = parts;
  const { booksOf, keyOf, withPolicy } = createPolicyWork(context, parts);
  const { dayFor, tried } = createLiveAllocation(context, parts);

  /** What is next of a policy, with the targets that it is for; null where nothing is, or it has to wait. */
  async function next(policy: PolicyToRun) {
    return await database.readAsSystem('look for money that is to be put to work', async (trx) => {
      const [batch] = await pendingAllocations(trx, keyOf(policy));
      if (batch === undefined || (await hasToWait(trx, policy)))
        return { batch: batch ?? null, targets: null };
      // Those of a rebalance of today count: its plan is over, or it would have to wait.
      const targets = await readTargets(trx, policy, dayAfter(istDate(clock.now())));
      return { batch, targets: { newest: targets } };
    });
  }

  /**
   * Whether money stays where it is for now. One plan of a policy at a time: a second one beside it would buy what the first
   * one buys already, past its caps. A plan that waits for an answer is not pushed aside either, as it is about more than this
   * money; it ends, or gives way to a newer rebalance, which takes the money with it. Where nothing may be planned or
   * approved, a plan would only run out.
   */
  async function hasToWait(trx: DbTransaction, policy: PolicyToRun): Promise<boolean> {
    const row = (await trx('policy.policies')
      .where({ id: policy.id })
      .first('status', 'mode', 'trades_from')) as
      | Pick<PolicyToRun, 'status' | 'mode' | 'trades_from'>
      | undefined;
    if (row?.status !== 'ACTIVE' || row.mode !== 'LIVE' || istDate(clock.now()) < row.trades_from)
      return true;
    if (await isPaused(trx, policy.owner_user_id)) return true;
    const { waiting, obstacle } = await readStanding(trx, policy);
    return waiting.length > 0 || obstacle !== null;
  }

  async function write(
    policy: PolicyToRun,
    held: Leased<'id'>,
    batch: PendingAllocation,
    { finished, fallback }: TriedAllocation,
    requestedBy: string,
  ): Promise<Allocated> {
    const turnovers = finished === null ? new Map() : await turnoversOf(parts.loader, finished);
    return await database.asSystem(
      { why: 'write a plan for contributed money', owner: policy.owner_user_id },
      async (trx): Promise<Allocated> => {
        await leases.assertLease(trx, held);
        const now = clock.now();
        if (await hasToWait(trx, policy)) return 'WAITS';
        const [same] = await pendingAllocations(trx, keyOf(policy));
        if (same?.id !== batch.id || same.amount !== batch.amount) return 'WAITS';
        if (finished === null) {
          const why = { fallback_code: fallback.code, fallback_reason: fallback.reason };
          await moveBatches(trx, [batch.id], 'fall back', now, why);
          const told = { ...batch, amount: Number(batch.amount) };
          await notifications.notifyWithin(
            trx,
            policy.owner_user_id,
            fallbackNotice(policy, told, fallback.reason),
          );
        } else await plan(trx, policy, batch, finished, { requestedBy, now, turnovers });
        await tellChange(trx, [policy.owner_user_id], ['policies']);
        return finished === null ? 'FELL_BACK' : 'PLANNED';
      },
    );
  }

  async function plan(
    trx: DbTransaction,
    policy: PolicyToRun,
    batch: PendingAllocation,
    finished: NonNullable<TriedAllocation['finished']>,
    by: Pick<Parameters<typeof writeLiveCycle>[4], 'requestedBy' | 'now' | 'turnovers'>,
  ): Promise<void> {
    const { cycle_id, plan_id } = await writeLiveCycle(trx, policy, keyOf(policy), finished, {
      ...by,
      refusal: null,
      limitPrice: terms.limitPrice,
      expiresAt: terms.expiresAt,
      batch: batch.id,
    });
    if (plan_id === null) throw new Error('an allocation without orders');
    const planned = await moveBatches(trx, [batch.id], 'plan', by.now, { cycle_id, plan_id });
    const moved = await moveBatches(trx, planned, 'await approval', by.now);
    if (moved.length !== 1) throw new Error('money that was to be put to work is gone');
    const told = await planToTell(trx, calendar, plan_id);
    if (told === null) throw new Error('a plan was not written');
    await notifications.notifyWithin(trx, policy.owner_user_id, pendingNotice(told));
  }

  /** Does what can be done for the oldest money of a policy. */
  async function allocate(policyId: string, requestedBy: string, stopping?: AbortSignal): Promise<Allocated> {
    const done = await withPolicy(policyId, stopping, async (policy, held, signal): Promise<Allocated> => {
      if (policy.mode !== 'LIVE') return 'NOTHING';
      const { batch, targets } = await next(policy);
      if (batch === null) return 'NOTHING';
      const stored = await booksOf(policy);
      const day = stored === null ? null : dayFor(stored);
      if (targets === null || stored === null || day === null) return 'WAITS';
      const money = { amount: parseAmount(batch.amount), targets: targets.newest };
      return await write(policy, held, batch, await tried(policy, stored, day, money, signal), requestedBy);
    });
    return done ?? 'BUSY';
  }

  return {
    allocate,

    /** Goes on with the money of every policy that trades. @returns how many plans were made. */
    async round(signal: AbortSignal): Promise<number> {
      const ids = await database.readAsSystem('find money that is to be put to work', readPoliciesWithMoney);
      let plans = 0;
      for (const id of ids) {
        signal.throwIfAborted();
        try {
          if ((await allocate(id, 'scheduler', signal)) === 'PLANNED') plans += 1;
        } catch (error) {
          if (signal.aborted) throw error;
          // One that cannot be gone on with keeps no other one waiting; a rebalance takes its money all the same.
          if (!(error instanceof LeaseLost))
            log.warn({ err: error, policy_id: id }, 'contributed money is left to the next round');
        }
      }
      return plans;
    },
  };
}

async function readPoliciesWithMoney(trx: DbTransaction): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select distinct p.id from policy.policies p
     join policy.policy_contribution_application_batch b on b.policy_id = p.id and b.mode = 'LIVE'
     where p.mode = 'LIVE' and p.status = 'ACTIVE' and b.status = 'PENDING'
       and b.requested_allocation_mode = 'buy_only_current_targets' order by p.id`,
  );
  return rows.map(({ id }) => id);
}
