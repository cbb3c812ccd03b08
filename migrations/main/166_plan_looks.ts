import type { Knex } from 'knex';

/**
 * What was read for a plan that waits: prices, money, login and differences (look), and what the broker's calculators said of
 * its orders (rehearsal). Neither is part of the plan: its digest leaves them out.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.policy_order_plans
      add column look jsonb check (jsonb_typeof(look) = 'object'),
      add column rehearsal jsonb check (jsonb_typeof(rehearsal) = 'object');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table policy.policy_order_plans drop column look, drop column rehearsal;`);
}
