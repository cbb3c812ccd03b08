import type { Knex } from 'knex';

/** What a person lets models be sent: to whom, and whether with amounts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.user_provider_settings
      -- no quantity, price, value or balance of the books goes to a model
      add column leaves_out_amounts boolean not null default false,
      -- providers with their addresses that the person agreed to send records to
      add column agreed_to text[] not null default '{}';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.user_provider_settings drop column leaves_out_amounts, drop column agreed_to;
  `);
}
