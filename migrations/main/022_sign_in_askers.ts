import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/**
 * A sign-in code belongs to whoever asked for it, so that nobody's wrong tries end another's; and how often was guessed at
 * a login is kept for a year. Codes live five minutes: those under way are asked for again.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table identity.login_codes;
    create table identity.login_codes (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      -- cookie:<hash> of the browser that asked, browser:<id> of one that has signed in before, or shell
      asker text not null,
      -- where clients without a cookie may try it from; null: nowhere
      address text,
      code_hash text not null,
      is_long boolean not null,
      expires_at timestamptz not null,
      -- wrong tries by who made them
      tries jsonb not null default '{}',
      used_at timestamptz,
      created_at timestamptz not null default now(),
      unique (owner_user_id, asker),
      unique (owner_user_id, address)
    );
    create index on identity.login_codes (expires_at);
    -- Wrong tries at six-digit codes of a login, by UTC day: those of all strangers together under '', those of a browser
    -- that has signed in before under its id.
    create table identity.sign_in_tries (
      owner_user_id bigint not null references identity.users on delete cascade,
      day date not null,
      browser text not null default '',
      tries integer not null,
      primary key (owner_user_id, day, browser)
    );
    ${['login_codes', 'sign_in_tries'].map((name) => ownedByUser(`identity.${name}`)).join('')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table identity.sign_in_tries, identity.login_codes;
    create table identity.login_codes (
      owner_user_id bigint primary key references identity.users on delete cascade,
      code_hash text not null,
      expires_at timestamptz not null,
      tries integer not null default 0,
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    ${ownedByUser('identity.login_codes')}
  `);
}
