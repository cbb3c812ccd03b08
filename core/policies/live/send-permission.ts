import type { DbTransaction } from '../../platform/index.ts';
import type { StrategyConfig } from '../../strategies/index.ts';
import type { PlanKind } from '../states.ts';
import { disputed } from './differences.ts';
import type { LiveOrder, LivePlan } from './live-orders.ts';
import { paused } from './pause.ts';
import { OF_BEFORE, uncompared } from './restored-books.ts';
import { isPermitted } from './sweep-terms.ts';

/** Why nothing of a policy is sent for now; null where it may be. */
export async function heldBack(
  trx: DbTransaction,
  ownerId: string,
  policyId: string,
): Promise<string | null> {
  const { rows } = await trx.raw<{
    rows: { is_paused: boolean; is_disputed: boolean; is_uncompared: boolean }[];
  }>(
    `select ${paused('?')} as is_paused, ${disputed('?', '?')} as is_disputed, exists (select 1 from policy.policies p
       where p.id = ? and ${uncompared('p.broker_connection_id')}) as is_uncompared`,
    [ownerId, ownerId, policyId, policyId],
  );
  if (rows[0]?.is_paused === true) return 'trading is paused';
  if (rows[0]?.is_uncompared === true) return 'the account was not compared with the broker since a restore';
  return rows[0]?.is_disputed === true ? 'the broker’s book contradicts an order' : null;
}

/** Why an approved plan whose time ran out was not sent, as far as that is known at its end. */
export async function unsentNote(
  trx: DbTransaction,
  plan: Pick<LivePlan, 'owner_user_id' | 'policy_id' | 'policy_status' | 'connection_id'>,
): Promise<string> {
  const { owner_user_id, connection_id } = plan;
  const note = 'Its time ran out before it was sent';
  if (plan.policy_status !== 'ACTIVE') return `${note}: the policy is not active.`;
  const why = await heldBack(trx, owner_user_id, plan.policy_id);
  if (why !== null) return `${note}: ${why}.`;
  const account = (await trx('policy.trading_accounts')
    .where({ connection_id, owner_user_id })
    .first('read_failure')) as { read_failure: string | null } | undefined;
  const failure = account?.read_failure ?? null;
  return failure === null ? `${note}.` : `${note}, since the account could not be read: ${failure}`;
}

/**
 * Whether an order may be sent as far as people decide it: its plan has not expired and is of these books, its account was
 * compared with the broker since they were restored, its policy is active and live, trading is not paused, and no order of it waits
 * for a person because the broker's book contradicts it. A sweep, which needs no approval, is checked against the present settings
 * of its policy.
 */
export async function maySend(trx: DbTransaction, order: LiveOrder, now: Date): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { kind: PlanKind; config: StrategyConfig }[] }>(
    `select l.kind, p.config from policy.policy_order_plans l
     join policy.policies p on p.id = l.policy_id and p.owner_user_id = l.owner_user_id
     where l.id = ? and l.owner_user_id = ? and l.state = 'EXECUTING' and p.status = 'ACTIVE' and p.mode = 'LIVE'
       and l.expires_at > ?
       and not ${OF_BEFORE} and not ${uncompared('l.connection_id')}
       and not ${paused('l.owner_user_id')}
       and not ${disputed('l.owner_user_id', 'l.policy_id')}
     for update of l`,
    [order.plan_id, order.owner_user_id, now],
  );
  const [row] = rows;
  return row !== undefined && (row.kind !== 'SWEEP' || isPermitted(row.config, order));
}
