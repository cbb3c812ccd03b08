import type { Knex } from 'knex';

/** Made-up people: each belongs to the person who looks around with it, and is removed with everything of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table identity.users
      add column sample_of bigint unique references identity.users on delete cascade,
      -- null until all of it is there: nobody sees a part of a sample
      add column sample_ready_at timestamptz,
      add check (sample_of is not null or sample_ready_at is null);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from identity.users where sample_of is not null;
    alter table identity.users drop column sample_of, drop column sample_ready_at;
  `);
}
