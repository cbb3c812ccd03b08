import type { Knex } from 'knex';

/**
 * Charges of filled orders as the broker names them, beside those that the books compute, and when the broker was last asked
 * for them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.policy_orders
      add column broker_charges jsonb check (broker_charges ->> 'state' in ('KNOWN', 'UNKNOWN', 'GIVEN_UP')),
      add column broker_charges_at timestamptz,
      add check (broker_charges is null or (mode = 'LIVE' and broker_charges_at is not null));
    -- orders of which the broker is still to be asked
    create index policy_orders_charges_due on policy.policy_orders (plan_id)
      where mode = 'LIVE' and booked_at is not null and (broker_charges is null or broker_charges ->> 'state' = 'UNKNOWN');
    -- orders that only a person can answer
    create index policy_orders_held on policy.policy_orders (owner_user_id, plan_id)
      where state = 'PENDING_APPROVAL' and held_kind is not null;
    create index policy_orders_absent on policy.policy_orders (owner_user_id, plan_id)
      where state = 'ABSENT' and settlement is null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index policy.policy_orders_held, policy.policy_orders_absent;
    alter table policy.policy_orders drop column broker_charges, drop column broker_charges_at;
  `);
}
