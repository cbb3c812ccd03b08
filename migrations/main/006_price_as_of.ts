import type { Knex } from 'knex';

/** The day a holding's price belongs to at its market: fund values are of yesterday, and are sometimes restated. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table portfolio.holdings add column price_as_of date');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table portfolio.holdings drop column price_as_of');
}
