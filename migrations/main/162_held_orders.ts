import type { Knex } from 'knex';

/**
 * Why approved orders wait for an approval once more when they would be sent, what a person accepted of them, and what was noted
 * when they were sent.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.policy_orders
      add column held_kind text check (
        held_kind in ('SHARES_CHANGED', 'RENAMED', 'NOT_TRADED', 'CORPORATE_ACTION', 'PRICE', 'LOGIN')),
      -- rupees at which it was held
      add column held_price numeric check (held_price > 0),
      add column placement_note text,
      -- kinds that a person accepted: they do not hold it again
      add column accepted_kinds text[] not null default '{}',
      add check (held_kind is null or (mode = 'LIVE' and placement_note is not null));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.policy_orders
      drop column held_kind, drop column held_price, drop column placement_note, drop column accepted_kinds;
  `);
}
