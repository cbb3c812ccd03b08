import type { BooksGeneration } from '../../platform/backup/index.ts';
import { dayInWords, type DbTransaction, istDate, momentInWords } from '../../platform/index.ts';
import type { HeldAccount } from '../trading-view.ts';
import { expirePlan } from './expire-plan.ts';
import { BY_SYSTEM, type LivePlan, readPlansWhere } from './live-orders.ts';
import { stepOrders } from './order-steps.ts';

/*
 * Books that were restored know nothing of what happened after the backup: an order that they hold as approved may have been
 * filled long ago. So no plan of before is sent, and an account trades only after it was compared with its broker.
 */

/** SQL: whether an account was not compared with its broker since the books were restored. @param account its id */
export const uncompared = (account: string): string =>
  `(platform.books_generation() > coalesce((select a.compared_generation from policy.trading_accounts a
     where a.connection_id = ${account}), 0))`;

/** SQL: whether a plan `l` is of books before a restore. */
export const OF_BEFORE = 'l.books_generation < platform.books_generation()';

/** `These books were restored on 28 November 2026 from the backup of 27 November 2026, 02:30 IST.` */
export function restoredWords({
  began_at,
  backup_made_at: made,
}: Pick<BooksGeneration, 'began_at' | 'backup_made_at'>): string {
  const on = dayInWords(istDate(began_at));
  return `These books were restored on ${on}${made === null ? '' : ` from the backup of ${momentInWords(made)}`}.`;
}

/**
 * Takes plans that were made before the restore to EXPIRED, with whatever of them was never sent. Part of the restore, and
 * repeated at every round: a database may be put back in other ways.
 * @returns the plans that ended by it
 */
export async function expireRestoredPlans(
  trx: DbTransaction,
  generation: BooksGeneration,
  now: Date,
): Promise<LivePlan[]> {
  const plans = await readPlansWhere(
    trx,
    `${OF_BEFORE} and l.state in ('PENDING_APPROVAL', 'APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN')
       and (l.state in ('PENDING_APPROVAL', 'APPROVED') or exists (select 1 from policy.policy_orders o
         where o.plan_id = l.id and o.owner_user_id = l.owner_user_id and o.state in ('PENDING_APPROVAL', 'APPROVED')))`,
    [],
  );
  const note = `${restoredWords(generation)} What was planned before is not sent.`;
  const ended: LivePlan[] = [];
  for (const plan of plans) {
    if (plan.state === 'PENDING_APPROVAL' || plan.state === 'APPROVED') {
      if (await expirePlan(trx, plan, now, note)) ended.push(plan);
      continue;
    }
    // Something of it was sent: the rest expires, and what was sent is followed.
    await stepOrders(
      trx,
      plan.orders,
      'expire',
      { ended_at: now },
      { by: BY_SYSTEM, now, evidence: { note } },
    );
    await trx('policy.policy_order_plans')
      .where({ id: plan.id, owner_user_id: plan.owner_user_id, state: plan.state })
      .update({ note });
  }
  return ended;
}

/** An account that trades, and was not compared with its broker since the books were restored. */
export interface UncomparedAccount {
  connection_id: string;
  owner_user_id: string;
  policies: string[];
  /** Why it could not be compared; null where it was not tried yet. */
  failure: string | null;
}

export async function readUncompared(trx: DbTransaction): Promise<UncomparedAccount[]> {
  const { rows } = await trx.raw<{ rows: UncomparedAccount[] }>(
    `select p.broker_connection_id::text as connection_id, p.owner_user_id::text as owner_user_id,
       array_agg(p.name order by p.id) as policies, max(t.compare_failure) as failure
     from policy.policies p left join policy.trading_accounts t on t.connection_id = p.broker_connection_id
     where p.mode = 'LIVE' and p.status <> 'RETIRED' and p.broker_connection_id is not null
       and ${uncompared('p.broker_connection_id')}
     group by 1, 2 order by 1`,
  );
  return rows;
}

/** Accounts of which nothing is planned or sent until they were compared, with the reason for a person. */
export function heldAccount(
  { connection_id, policies, failure }: UncomparedAccount,
  generation: BooksGeneration,
): HeldAccount {
  return {
    connection_id,
    policies,
    since: generation.began_at.toISOString(),
    reason: `${restoredWords(generation)} ${policies.join(' and ')} ${policies.length === 1 ? 'plans and sends' : 'plan and send'} nothing until Munim has compared the account with the broker. ${failure ?? 'It does so within a minute.'}`,
  };
}
