import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Users, one-time codes, sessions, chat links; and the server's own secrets and rate limits. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema platform;
    create function platform.current_user_id() returns bigint language sql stable parallel safe
      as $$ select nullif(current_setting('app.user_id', true), '')::bigint $$;
    grant usage on schema platform to public;

    -- Drawn once per installation and read by the table owner only: signing key, password of the restricted role.
    create table platform.server_secrets (name text primary key, value text not null);
    create table platform.rate_limits (key text primary key, points integer not null default 0, expire bigint);

    create schema identity;
    create table identity.users (
      id bigint generated always as identity primary key,
      owner_user_id bigint generated always as (id) stored,
      login text not null unique,
      name text not null,
      created_at timestamptz not null default now()
    );
    -- One row per user: a new code takes the place of the earlier one, so only the newest can be valid.
    create table identity.login_codes (
      owner_user_id bigint primary key references identity.users on delete cascade,
      code_hash text not null,
      expires_at timestamptz not null,
      tries integer not null default 0,
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    create table identity.sessions (
      id text primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      ended_at timestamptz,
      ended_reason text
    );
    -- A user has one session at most that has not ended.
    create unique index sessions_one_active on identity.sessions (owner_user_id) where ended_at is null;
    create index on identity.sessions (expires_at);
    create table identity.chat_links (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      transport text not null check (transport in ('telegram', 'local')),
      chat_id text not null,
      -- null: the chat gets messages, but nobody in it may act by this row (a group named in the configuration)
      chat_user_id text,
      role text not null check (role in ('owner', 'viewer')),
      title text,
      created_at timestamptz not null default now(),
      revoked_at timestamptz
    );
    create unique index chat_links_one_per_person on identity.chat_links (transport, chat_id, chat_user_id)
      nulls not distinct where revoked_at is null;
    create index on identity.chat_links (owner_user_id);
    create table identity.link_codes (
      code_hash text primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      role text not null check (role in ('owner', 'viewer')),
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null default now()
    );
    -- The result of a command that changed something, by the key of the message that asked for it: a repeat of the
    -- message finds the row and changes nothing.
    create table identity.command_receipts (
      owner_user_id bigint not null references identity.users on delete cascade,
      key text not null,
      result jsonb not null,
      created_at timestamptz not null default now(),
      primary key (owner_user_id, key)
    );
    ${['users', 'login_codes', 'sessions', 'chat_links', 'link_codes', 'command_receipts'].map((name) => ownedByUser(`identity.${name}`)).join('')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema identity cascade; drop schema platform cascade');
}
