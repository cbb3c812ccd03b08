import type { Knex } from 'knex';

/**
 * Days without any snapshot have one from closes, marked as such: the server was off, or a run did not reach the portfolio.
 * How many holdings it had then may be unknown.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.snapshots
      add column source text not null default 'MEASURED' check (source in ('MEASURED', 'FROM_CLOSES')),
      alter column holdings_count drop not null,
      add check (source = 'FROM_CLOSES' or holdings_count is not null),
      add check (source = 'MEASURED' or units is null);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from portfolio.snapshots where source = 'FROM_CLOSES';
    alter table portfolio.snapshots drop column source, alter column holdings_count set not null;
  `);
}
