import type { Knex } from 'knex';

/**
 * A value and the ledger may be of different books: an older file came since, a split was applied late, an import was undone.
 * The units behind a value tell. Only the last snapshot of a day keeps them; earlier snapshots have none.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table portfolio.snapshots add column units jsonb');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table portfolio.snapshots drop column units');
}
