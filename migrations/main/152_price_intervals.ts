import type { Knex } from 'knex';

/** Days for which a price by hand counts: of a holding, of a portfolio's holdings, and of all by the row of Networth. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.portfolios add column price_interval_days smallint
      check (price_interval_days between 1 and 1096);
    alter table portfolio.holdings add column price_interval_days smallint
      check (price_interval_days between 1 and 1096);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.holdings drop column price_interval_days;
    alter table portfolio.portfolios drop column price_interval_days;
  `);
}
