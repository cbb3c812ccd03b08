import type { Knex } from 'knex';

/**
 * Keeps what a broker listed of a holding beside what is held: the stock, the day that it is of, and the day up to which all
 * trades are in it. The next sync is the first that keeps it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.holdings
      add column stock_quantity numeric,
      add column stock_average numeric,
      add column stock_settled_to date,
      add column stock_day date,
      add column stock_expected numeric,
      add column stock_arriving numeric,
      add column pledged_quantity numeric,
      add column blocked_quantity numeric,
      add check (num_nulls(stock_quantity, stock_settled_to, stock_day) in (0, 3)),
      add check (stock_settled_to <= stock_day)
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.holdings
      drop column stock_quantity, drop column stock_average, drop column stock_settled_to, drop column stock_day,
      drop column stock_expected, drop column stock_arriving, drop column pledged_quantity, drop column blocked_quantity
  `);
}
