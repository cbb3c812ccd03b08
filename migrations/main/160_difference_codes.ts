import type { Knex } from 'knex';

/** Differences with the broker say in a word what is wrong. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table policy.account_differences add column code text;
    update policy.account_differences set code = kind;
    alter table policy.account_differences alter column code set not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`alter table policy.account_differences drop column code`);
}
