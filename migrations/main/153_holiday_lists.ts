import type { Knex } from 'knex';

/** Days that exchanges listed after the built-in calendar was made, by exchange and year. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table market.holiday_lists (
      exchange text not null check (exchange in ('NSE', 'NYSE')),
      year integer not null,
      -- false for days added to a year that the calendar knew already
      is_whole boolean not null,
      has_settlement boolean not null,
      entries jsonb not null,
      -- where list and calendar disagreed when it was read last
      differences jsonb not null default '[]',
      read_at timestamptz not null,
      primary key (exchange, year)
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table market.holiday_lists');
}
