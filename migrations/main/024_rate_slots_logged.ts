import type { Knex } from 'knex';

/** Databases made by an older Munim have this table unlogged; 008 says why that is no good. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table platform.rate_slots set logged');
}

/** Nothing depends on the table being unlogged. */
export async function down(): Promise<void> {}
