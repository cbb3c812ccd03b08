import type { Knex } from 'knex';

/** Sizes of the database and its large tables, once a day, so that their growth is known. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table jobs.table_sizes (
      day date not null,
      -- a table with its schema; empty for the whole database
      name text not null,
      bytes bigint not null check (bytes >= 0),
      primary key (day, name)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table jobs.table_sizes');
}
