import type { Knex } from 'knex';

/**
 * The people of a run that is open, in batches that any process claims. The rows go with the end of the run, so they are as
 * few as there are open runs times people divided by the size of a batch.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table jobs.batches (
      job text not null,
      due_at timestamptz not null,
      batch integer not null,
      -- still to be done, in this order, and done without success in the attempt of the run
      people bigint[] not null,
      failed bigint[] not null default '{}',
      attempt integer not null,
      -- figures of the people who are done, by name
      counts jsonb not null default '{}',
      error text,
      -- how often a process ended while it held the batch
      crashes integer not null default 0,
      epoch integer not null default 0,
      lease_until timestamptz,
      primary key (job, due_at, batch),
      foreign key (job, due_at) references jobs.runs on delete cascade
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table jobs.batches');
}
