import type { Charges } from '../../finance/charges/index.ts';
import {
  type Amount,
  amountText,
  type DbTransaction,
  type Decimal,
  digestOf,
  type Fixed,
  fixedText,
  parseAmount,
} from '../../platform/index.ts';
import { chargeTexts, orderReason, type StrategyConfig } from '../../strategies/index.ts';
import { orderTag } from '../cycle/index.ts';
import { ONLY_VALUED } from '../valued-cycles.ts';
import { BY_SYSTEM } from './live-orders.ts';
import { recordEvent } from './order-steps.ts';
import { uncompared } from './restored-books.ts';
import { SWEPT_AFTER } from './sweep-terms.ts';

/** A policy whose newest rebalance is over and left cash, with nothing that could still need it. */
export interface DueSweep {
  policy_id: string;
  owner_user_id: string;
  name: string;
  tag_code: string;
  config: StrategyConfig;
  connection_id: string;
  cycle_id: string;
  cycle_date: string;
  /** Rupees. */
  cash: Amount;
  taxOwed: Amount;
}

type Row = Omit<DueSweep, 'cash' | 'taxOwed'> & { cash: Decimal; tax_owed: Decimal };

/**
 * Policies whose settings permit a sweep and that may have one now: the newest rebalance is over and has none yet, no plan or
 * order waits or is under way, every fill is booked, the account agrees with the books, and nobody paused trading. Those without
 * the sweep are not looked at.
 * @param session the books went through it to its close: a rebalance that is due may need the cash.
 */
export async function readDueSweeps(
  trx: DbTransaction,
  session: string,
  of: { connectionId?: string; policyId?: string } = {},
): Promise<DueSweep[]> {
  const { connectionId = null, policyId = null } = of;
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `select p.id as policy_id, p.owner_user_id, p.name, p.tag_code, p.config, p.broker_connection_id as connection_id,
       c.id as cycle_id, c.cycle_date, s.cash, s.tax_accrued - s.tax_paid as tax_owed
     from policy.policies p
     join policy.policy_state s on s.policy_id = p.id and s.mode = 'LIVE' and s.day >= ?::date
     join lateral (
       select c.id, c.cycle_date, c.status from policy.policy_cycles c
       where c.policy_id = p.id and c.mode = 'LIVE' and c.cycle_type = 'NORMAL_REBALANCE' and not ${ONLY_VALUED('c')}
       order by c.cycle_date desc, c.id desc limit 1) c on c.status = any(?)
     where p.mode = 'LIVE' and p.status = 'ACTIVE' and p.config @> '{"liquid_sweep_enabled": true}'
       and p.broker_connection_id::text = coalesce(?, p.broker_connection_id::text)
       and p.id::text = coalesce(?, p.id::text)
       and not exists (select 1 from policy.policy_order_plans l where l.policy_id = p.id and l.mode = 'LIVE'
         and (l.state in ('PENDING_APPROVAL', 'APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN')
           or l.cycle_id = c.id and l.kind = 'SWEEP'))
       and not exists (select 1 from policy.policy_orders o where o.policy_id = p.id and o.mode = 'LIVE'
         and (o.state in ('SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN')
           or o.state in ('FILLED', 'PARTIAL') and o.filled_quantity > 0 and o.booked_at is null))
       and not exists (select 1 from policy.account_differences d
         where d.connection_id = p.broker_connection_id and d.settled_at is null)
       and not ${uncompared('p.broker_connection_id')}
       and not exists (select 1 from policy.trading_pauses t
         where t.owner_user_id = p.owner_user_id and t.paused_at is not null)
       -- money that is to buy the current targets at once is not spare
       and not exists (select 1 from policy.policy_contribution_application_batch b where b.policy_id = p.id and b.mode = 'LIVE'
         and b.status = 'PENDING' and b.requested_allocation_mode = 'buy_only_current_targets')
       -- one that had no price is not tried again before the next rebalance
       and not exists (select 1 from policy.policy_universe_events e where e.policy_id = p.id and e.mode = 'LIVE'
         and e.kind = 'SWEEP_SKIPPED' and e.day > c.cycle_date)
     order by p.id`,
    [session, [...SWEPT_AFTER], connectionId as string, policyId as string],
  );
  return rows.map(({ cash, tax_owed, ...row }) => ({
    ...row,
    cash: parseAmount(cash),
    taxOwed: parseAmount(tax_owed),
  }));
}

/** What is bought of the fund. Prices are rupees a unit. */
export interface PlannedSweep {
  fund: { instrument_id: string; symbol: string; name: string | null };
  quantity: Fixed;
  /** What the cash alone would have paid for. */
  wanted: Fixed;
  reference: Fixed;
  source: 'CLOSE' | 'LTP';
  limit: Fixed;
  /** At the reference price. */
  charges: Charges;
  expires_at: Date;
  now: Date;
  /** The figures that it was decided on. */
  evidence: object;
}

/**
 * Writes a sweep as a plan that is approved already: by the settings of the policy, which the record names.
 * @returns its id; null where the cycle has one.
 */
export async function writeSweep(
  trx: DbTransaction,
  due: DueSweep,
  planned: PlannedSweep,
): Promise<string | null> {
  const { policy_id, owner_user_id, connection_id, cycle_id, cycle_date } = due;
  const { fund, quantity, wanted, reference, limit, charges, now } = planned;
  const key = { policy_id, owner_user_id, mode: 'LIVE' };
  const value = quantity * reference;
  const [made] = (await trx('policy.policy_order_plans')
    .insert({
      ...key,
      cycle_id,
      kind: 'SWEEP',
      state: 'APPROVED',
      connection_id,
      digest: digestOf(['sweep', policy_id, cycle_date, fund.symbol, fixedText(quantity), fixedText(limit)]),
      cash_before: amountText(due.cash),
      cash_after: amountText(due.cash - value - charges.total),
      buy_value: amountText(value),
      sell_value: '0',
      estimated_costs: amountText(charges.total),
      expires_at: planned.expires_at,
      created_at: now,
      decided_at: now,
      decided_by: BY_SYSTEM.actor,
      decided_via: BY_SYSTEM.via,
    })
    .onConflict(trx.raw(`(cycle_id, kind, owner_user_id) where kind <> 'SENT_AGAIN'`))
    .ignore()
    .returning(['id', 'books_generation'])) as { id: string; books_generation: string }[];
  if (made === undefined) return null;
  const numbered = (await trx('policy.policy_orders').where({ cycle_id }).max('nr as nr').first()) as {
    nr: number | null;
  };
  const nr = (numbered.nr ?? 0) + 1;
  const facts = {
    rule: 'LIQUID_SWEEP',
    limited_by: null,
    rank: null,
    unrankable: null,
    days_held: null,
  } as const;
  const cut =
    quantity < wanted
      ? ` Cut from ${fixedText(wanted)} to ${fixedText(quantity)} units: no order may be worth more than the policy’s limit.`
      : '';
  await trx('policy.policy_orders').insert({
    ...key,
    cycle_id,
    plan_id: made.id,
    nr,
    side: 'BUY',
    ...fund,
    state: 'APPROVED',
    rule: facts.rule,
    limited_by: null,
    reason: `${orderReason({ ...facts, wanted, quantity }, due.config)}${cut}`,
    rank: null,
    wanted_quantity: fixedText(wanted),
    quantity: fixedText(quantity),
    reference_price: fixedText(reference),
    reference_source: planned.source,
    value: amountText(value),
    charges: chargeTexts(charges),
    tag: orderTag(due.tag_code, {
      policy_id,
      cycle_date,
      mode: 'LIVE',
      plan_id: made.id,
      books_generation: made.books_generation,
      nr,
    }),
    order_kind: 'LIMIT',
    limit_price: fixedText(limit),
  });
  await recordEvent(
    trx,
    { owner_user_id, policy_id, plan_id: made.id, order_id: null },
    'sweep',
    [null, 'APPROVED'],
    { by: BY_SYSTEM, now, evidence: planned.evidence },
  );
  return made.id;
}

/** Records that cash was not moved, and why. */
export async function writeSkipped(
  trx: DbTransaction,
  { policy_id, owner_user_id }: DueSweep,
  skipped: { day: string; instrument_id: string | null; symbol: string; message: string },
): Promise<void> {
  await trx('policy.policy_universe_events').insert({
    policy_id,
    owner_user_id,
    mode: 'LIVE',
    kind: 'SWEEP_SKIPPED',
    amount: null,
    ...skipped,
  });
}
