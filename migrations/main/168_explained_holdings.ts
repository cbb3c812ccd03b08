import type { Knex } from 'knex';

/**
 * The shares of an account as they were explained last, the shares beyond the books on the days before, and when orders of past
 * days were last looked for.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.trading_accounts
      add column explanation jsonb check (jsonb_typeof(explanation) = 'object'),
      add column earlier_holdings jsonb not null default '[]' check (jsonb_typeof(earlier_holdings) = 'array'),
      add column looked_back_at timestamptz;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.trading_accounts drop column explanation, drop column earlier_holdings,
      drop column looked_back_at;
  `);
}
