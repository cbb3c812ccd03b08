import type { Knex } from 'knex';

/** When the next request to an outside system may begin, so that all processes together keep to its limits. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Not unlogged: where a transaction that makes such a table is undone (a restore that is killed) and Postgres crashes
    -- right after, its next start fails over the table's empty first file.
    create table platform.rate_slots (
      key text primary key,
      -- the time at which all that has begun will have been worked off at the steady pace
      next_at timestamptz not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table platform.rate_slots');
}
