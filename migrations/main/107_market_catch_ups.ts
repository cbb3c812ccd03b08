import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Prices, history and announcements that are fetched as soon as something new is held, and what they are fetched for. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The registry's lists, and when each was asked for.
    create table market.list_fetches (
      list text primary key,
      asked_at timestamptz not null,
      -- the last time that it came
      fetched_at timestamptz,
      -- the stable code of why the last try failed; null where it did not
      failure text
    );

    create table portfolio.market_catch_ups (
      owner_user_id bigint primary key references identity.users on delete cascade,
      -- of what was ever held when it was caught up last; null before the first time
      digest text,
      -- of the ledger that was looked at last
      ledger_revision text,
      state text not null check (state in ('RUNNING', 'DONE', 'FAILED')),
      -- what is done and what is not, step by step
      steps jsonb not null default '[]',
      started_at timestamptz not null,
      finished_at timestamptz,
      -- when what failed is tried again; null where nothing did
      next_try_at timestamptz,
      tries integer not null default 0,
      check ((state = 'RUNNING') = (finished_at is null))
    );
    ${ownedByUser('portfolio.market_catch_ups')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table portfolio.market_catch_ups, market.list_fetches;');
}
