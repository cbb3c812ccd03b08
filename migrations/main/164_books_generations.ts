import type { Knex } from 'knex';

/**
 * Each restore begins a new generation of the books: plans belong to the one in which they were made, and an account trades in
 * the one in which it was compared with its broker. Books that were never restored have no row and are of generation 0.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table platform.books_generations (
      id bigint primary key check (id > 0),
      -- also in a file beside the database, which tells other books from these
      mark uuid not null unique default gen_random_uuid(),
      began_at timestamptz not null,
      -- RESTORE: by Munim's own restore. FOUND: the database was older than what was seen of it before
      origin text not null check (origin in ('RESTORE', 'FOUND')),
      backup_made_at timestamptz,
      backup_name text
    );
    create function platform.books_generation() returns bigint language sql stable as
      'select coalesce(max(id), 0) from platform.books_generations';

    alter table policy.policy_order_plans
      add column books_generation bigint not null default platform.books_generation();
    alter table policy.trading_accounts
      add column compared_generation bigint not null default 0,
      add column compared_at timestamptz,
      -- why it was not compared yet
      add column compare_failure text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.trading_accounts drop column compare_failure, drop column compared_at,
      drop column compared_generation;
    alter table policy.policy_order_plans drop column books_generation;
    drop function platform.books_generation();
    drop table platform.books_generations;
  `);
}
