import { type DbTransaction, parseAmount } from '../../platform/index.ts';
import {
  batchesOfCycle,
  consumeByFills,
  linkWaitingBatches,
  moveBatches,
  type PlanFill,
  revertBatches,
} from '../contributions/index.ts';
import type { PlanEvent } from '../order-states.ts';

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

/** Moves the money of a plan with it. What was rejected or expired waits for the next rebalance. */
export async function moveMoney(
  trx: DbTransaction,
  plan: { id: string; cycle_id: string },
  event: PlanEvent,
  now: Date,
): Promise<void> {
  if (event === 'reject' || event === 'expire') return await revertBatches(trx, plan.cycle_id, now);
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
