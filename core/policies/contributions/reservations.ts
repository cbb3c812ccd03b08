import { type Amount, type DbTransaction, parseAmount } from '../../platform/index.ts';
import type { Side } from '../../strategies/index.ts';
import { FundingAllocationModel } from './models.ts';
import type { EvidenceType } from './states.ts';

/** A fill of a plan as the broker reports it. `value` is rupees without costs. */
export interface PlanFill {
  side: Side;
  value: Amount;
}

/** Rupees that the fills of a plan put to work: purchases less what sales brought, without costs. */
export function netDeployment(fills: readonly PlanFill[]): Amount {
  return fills.reduce((sum, { side, value }) => (side === 'BUY' ? sum + value : sum - value), 0n);
}

/**
 * Which reservations the fills of their plan have used up: those that were credited first, as far as the money that was put
 * to work covers each in full. One that is covered in part is not used up (spec: ORDER_EXECUTION).
 * @param reservations of one plan, in the order in which they were credited.
 */
export const consumedBy = <R extends { amount: Amount }>(
  reservations: readonly R[],
  fills: readonly PlanFill[],
): R[] => coveredBy(reservations, netDeployment(fills));

/**
 * Which reservations can lie idle no longer, given the cash that is left. At most that cash is money of theirs: the rest was
 * put to work. What is left is taken for the money that came last, so that one of which a part may lie there still is not used
 * up.
 * @param reservations of one policy, in the order in which they were credited. @param cash in its books, which the broker's
 * balance bears out.
 */
export function spentBeside<R extends { amount: Amount }>(reservations: readonly R[], cash: Amount): R[] {
  const all = reservations.reduce((sum, { amount }) => sum + amount, 0n);
  return coveredBy(reservations, all - (cash > 0n ? cash : 0n));
}

function coveredBy<R extends { amount: Amount }>(reservations: readonly R[], deployed: Amount): R[] {
  let left = deployed;
  const consumed: R[] = [];
  for (const one of reservations) {
    if (one.amount > left) break;
    left -= one.amount;
    consumed.push(one);
  }
  return consumed;
}

/** Reservations `a` in the order in which they were credited, with their batches `b`. */
const reservations = (trx: DbTransaction) =>
  FundingAllocationModel.query(trx)
    .alias('a')
    .join('policy.policy_contribution_batch_items as i', 'i.contribution_id', 'a.contribution_id')
    .join('policy.policy_contribution_application_batch as b', 'b.id', 'i.batch_id')
    .orderBy(['b.id', 'i.nr'])
    .select('a.*');

const amountOf = ({ id, amount }: FundingAllocationModel): { id: string; amount: Amount } => ({
  id,
  amount: parseAmount(amount),
});

/**
 * Marks the reservations of a plan's batches as consumed by its fills. A repeat, and more fills later, only go on from there.
 * @param evidence what proves it, such as the id of the plan. @returns how many are consumed by this call.
 */
export async function consumeByFills(
  trx: DbTransaction,
  planId: string,
  fills: readonly PlanFill[],
  { reference, now }: { reference: string; now: Date },
): Promise<number> {
  const rows = await reservations(trx)
    .where('b.plan_id', planId)
    .whereIn('a.state', ['APPLIED_TO_POLICY', 'CONSUMED']);
  const consumed = consumedBy(rows.map(amountOf), fills);
  return await consume(
    trx,
    consumed.map(({ id }) => id),
    { type: 'ORDER_EXECUTION', reference, now },
  );
}

/**
 * Marks reservations of a policy that trades as consumed where a balance of the broker proves it: money whose plan is over,
 * and that the cash which is left cannot be.
 * @param reference of the balance. @returns how many are consumed by this call.
 */
export async function consumeByBalance(
  trx: DbTransaction,
  policyId: string,
  cash: Amount,
  { reference, now }: { reference: string; now: Date },
): Promise<number> {
  const rows = await reservations(trx).where({
    'a.policy_id': policyId,
    'a.mode': 'LIVE',
    'a.state': 'APPLIED_TO_POLICY',
    'b.status': 'EXECUTED',
  });
  const spent = spentBeside(rows.map(amountOf), cash);
  return await consume(
    trx,
    spent.map(({ id }) => id),
    { type: 'BROKER_BALANCE_SNAPSHOT', reference, now },
  );
}

/** Marks reservations as consumed. @returns how many were not before. */
export async function consume(
  trx: DbTransaction,
  ids: readonly string[],
  evidence: { type: EvidenceType; reference: string; now: Date },
): Promise<number> {
  if (ids.length === 0) return 0;
  return await FundingAllocationModel.query(trx)
    .whereIn('id', [...ids])
    .where({ state: 'APPLIED_TO_POLICY' })
    .patch({
      state: 'CONSUMED',
      consumed_at: evidence.now,
      evidence_type: evidence.type,
      evidence_reference: evidence.reference,
    });
}
