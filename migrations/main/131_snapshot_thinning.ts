import type { Knex } from 'knex';

/** Days after which a person keeps one snapshot a day instead of every hour; null keeps every hour for good. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.ledger_settings
      add column hourly_days integer check (hourly_days between 7 and 3650),
      -- snapshots before this instant are thinned
      add column thinned_until timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table portfolio.ledger_settings drop column hourly_days, drop column thinned_until');
}
