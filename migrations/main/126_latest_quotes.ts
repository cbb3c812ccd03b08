import type { Knex } from 'knex';

/** The last answer of each public source about each instrument, so that whatever process wants it asks once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table market.latest_quotes (
      source text not null,
      instrument_key text not null,
      -- a process is asking until then, by the clock of the database; a killed one no longer
      asked_until timestamptz,
      -- when the last answer came; null before the first
      fetched_at timestamptz,
      -- the stable code of why there is no price; null where there is one
      failure text,
      -- the very numbers that the source gave, to be judged as they came
      price double precision,
      previous_close double precision,
      previous_as_of date,
      as_of date,
      currency text,
      primary key (source, instrument_key),
      check (case when fetched_at is null or failure is not null then price is null
        else price is not null and as_of is not null and currency is not null end)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table market.latest_quotes;');
}
