import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** What calls of models took, and the room that is kept for those under way. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio.llm_usage (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      feature text not null,
      provider text not null,
      model text not null,
      -- null where the provider did not say, which is not 0
      input_tokens bigint check (input_tokens >= 0),
      output_tokens bigint check (output_tokens >= 0),
      -- part of the input; recorded, not priced
      cached_tokens bigint check (cached_tokens >= 0),
      -- at list prices; 0 for a model without one, null where usage is unknown
      cost_usd numeric(20,10) check (cost_usd >= 0),
      is_unpriced boolean not null default false,
      created_at timestamptz not null default now()
    );
    create index on portfolio.llm_usage (owner_user_id, created_at);

    -- What counts against the limits of a day. A call that was never settled, as by kill -9, counts by its estimate.
    create table portfolio.llm_reservations (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      -- Indian day
      day date not null,
      feature text not null,
      provider text not null,
      model text not null,
      -- of models with a price; 0 for the others
      cost_usd numeric(20,10) not null check (cost_usd >= 0),
      -- of models without one, and of the command line; 0 for the others
      tokens bigint not null check (tokens >= 0),
      created_at timestamptz not null,
      -- null while the call is under way
      settled_at timestamptz
    );
    create index on portfolio.llm_reservations (owner_user_id, day);
    ${['llm_usage', 'llm_reservations'].map((name) => ownedByUser(`portfolio.${name}`)).join('')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table portfolio.llm_reservations, portfolio.llm_usage');
}
