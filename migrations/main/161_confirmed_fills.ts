import type { Knex } from 'knex';

/**
 * What proves the fills of an order beside the broker's order book, and why nothing does yet; and what an account held when
 * all of its orders were proven, with which the change of its holdings and cash is compared.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.policy_orders
      add column confirmed_by text check (confirmed_by in ('TRADES', 'HOLDINGS')),
      add column confirmation_note text,
      add column unconfirmed_since timestamptz;
    alter table policy.trading_accounts
      add column held_before jsonb check (jsonb_typeof(held_before) = 'object'),
      add column held_before_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.trading_accounts drop column held_before, drop column held_before_at;
    alter table policy.policy_orders drop column confirmed_by, drop column confirmation_note,
      drop column unconfirmed_since;
  `);
}
