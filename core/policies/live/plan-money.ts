import { dayInWords, type DbTransaction, type Decimal, istDate, parseAmount } from '../../platform/index.ts';
import {
  batchesOfCycle,
  consumeByBalance,
  consumeByFills,
  giveUpAllocation,
  linkWaitingBatches,
  moveBatches,
  pendingAllocations,
  type PlanFill,
  revertBatches,
} from '../contributions/index.ts';
import type { PlanEvent } from '../order-states.ts';
import { hasOpenDifference } from './differences.ts';
import type { CycleType } from '../states.ts';

/*
 * What becomes of contributed money with the plan that puts it to work (spec: allocation status; funding reservation).
 */

/** Links the money that waits to a plan that a person is asked about. */
export async function linkMoney(
  trx: DbTransaction,
  policyId: string,
  plan: { cycle_id: string; plan_id: string },
  now: Date,
): Promise<void> {
  const linked = await linkWaitingBatches(trx, { policy_id: policyId, mode: 'LIVE' }, plan, now);
  await moveBatches(trx, linked, 'await approval', now);
}

/** Money for the current targets that a rebalance without orders had at hand too: it waits for the next one. */
export async function leaveMoney(trx: DbTransaction, policyId: string, now: Date): Promise<void> {
  const pending = await pendingAllocations(trx, { policy_id: policyId, mode: 'LIVE' });
  await moveBatches(
    trx,
    pending.map(({ id }) => id),
    'wait',
    now,
  );
}

/** Moves the money of a plan with it. What was rejected or expired waits for the next rebalance. */
export async function moveMoney(
  trx: DbTransaction,
  plan: { id: string; cycle_id: string },
  event: PlanEvent,
  now: Date,
): Promise<void> {
  if (event === 'reject' || event === 'expire') {
    // Where an order is sent again by a plan of its own, the money went with the first one.
    if (!(await isPlanOfCycle(trx, plan.id))) return;
    return await giveBack(trx, plan.cycle_id, event, now);
  }
  const moved =
    event === 'approve' ? 'approve' : event === 'finish' || event === 'finish in part' ? 'execute' : null;
  if (moved === null) return;
  const batches = (await batchesOfCycle(trx, plan.cycle_id)).filter(({ plan_id }) => plan_id === plan.id);
  await moveBatches(
    trx,
    batches.map(({ id }) => id),
    moved,
    now,
  );
}

const isPlanOfCycle = async (trx: DbTransaction, planId: string): Promise<boolean> =>
  (await trx('policy.policy_order_plans').where({ id: planId, kind: 'CYCLE' }).first('id')) !== undefined;

async function giveBack(
  trx: DbTransaction,
  cycleId: string,
  event: 'reject' | 'expire',
  now: Date,
): Promise<void> {
  const cycle = (await trx('policy.policy_cycles').where({ id: cycleId }).first('cycle_type')) as
    | { cycle_type: CycleType }
    | undefined;
  if (cycle?.cycle_type !== 'CONTRIBUTION_ALLOCATION') return await revertBatches(trx, cycleId, now);
  await giveUpAllocation(
    trx,
    cycleId,
    event === 'reject'
      ? { code: 'PLAN_REJECTED', reason: 'The plan to buy the current targets with it was rejected.' }
      : {
          code: 'PLAN_EXPIRED',
          reason: 'The plan to buy the current targets with it was not answered or sent in time.',
        },
    now,
  );
}

/** Marks reservations as used up where the fills of a plan put their money to work. A repeat goes on from there. */
export async function consumeMoney(trx: DbTransaction, planId: string, now: Date): Promise<void> {
  const { rows } = await trx.raw<{ rows: { side: PlanFill['side']; value: string }[] }>(
    `select t.side, t.value::text from policy.policy_trades t join policy.policy_orders o on o.id = t.order_id
     where o.plan_id = ?`,
    [planId],
  );
  const fills = rows.map(({ side, value }) => ({ side, value: parseAmount(value) }));
  await consumeByFills(trx, planId, fills, { reference: `plan:${planId}`, now });
}

/**
 * Marks reservations as used up where the balance of an account proves it, which equals the cash of its policies' books. What
 * was swept into a liquid fund is cash all the same: it is not put to work. While orders are under way, or something about the
 * account is in question, it proves nothing.
 */
export async function consumeBySnapshot(
  trx: DbTransaction,
  connectionId: string,
  funds: Decimal,
  now: Date,
): Promise<void> {
  if (await hasOpenDifference(trx, connectionId)) return;
  const { rows: busy } = await trx.raw<{ rows: unknown[] }>(
    `select 1 from policy.policy_order_plans l where l.connection_id = ?
       and (l.state in ('APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN')
         or exists (select 1 from policy.policy_orders o where o.plan_id = l.id
           and (o.state in ('PLACED', 'PLACEMENT_UNKNOWN') or o.state = 'ABSENT' and o.settlement is null
             or o.state in ('FILLED', 'PARTIAL') and o.filled_quantity > 0 and o.booked_at is null)))
     limit 1`,
    [connectionId],
  );
  if (busy.length > 0) return;
  const { rows: policies } = await trx.raw<{ rows: { id: string; cash: Decimal }[] }>(
    `select p.id, s.cash + coalesce((
         select sum(h.quantity * h.price) from policy.policy_positions h where h.policy_id = p.id and h.mode = 'LIVE'
           and exists (select 1 from policy.policy_orders o where o.policy_id = p.id and o.mode = 'LIVE'
             and o.rule = 'LIQUID_SWEEP' and o.instrument_id = h.instrument_id)), 0) as cash
     from policy.policies p
     join policy.policy_state s on s.policy_id = p.id and s.mode = 'LIVE'
     where p.mode = 'LIVE' and p.status <> 'RETIRED' and p.broker_connection_id = ? order by p.id`,
    [connectionId],
  );
  const reference = `balance of ${dayInWords(istDate(now))}: ${funds.toFixed(2)}`;
  for (const { id, cash } of policies) await consumeByBalance(trx, id, parseAmount(cash), { reference, now });
}
