import type { Knex } from 'knex';

/** Rows of a fund's statement that a merger of schemes stands for: they count for nothing while it is applied. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.transactions
      -- a row of portfolio.ledger_actions; it may be gone
      add column merged_by bigint;
    create index transactions_merged on portfolio.transactions (merged_by) where merged_by is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table portfolio.transactions drop column merged_by');
}
