import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** The outbox: what is to be said, to whom, and how far each delivery has come. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema notifications;
    -- Quiet hours on an Indian clock; over midnight when the end is before the start.
    create table notifications.settings (
      owner_user_id bigint primary key references identity.users on delete cascade,
      quiet_from time,
      quiet_to time,
      check (num_nulls(quiet_from, quiet_to) = 2 or (num_nulls(quiet_from, quiet_to) = 0 and quiet_from <> quiet_to))
    );
    create table notifications.preferences (
      owner_user_id bigint not null references identity.users on delete cascade,
      kind text not null,
      mode text not null check (mode in ('loud', 'silent', 'off')),
      primary key (owner_user_id, kind)
    );
    -- The row is the dashboard's copy of the notification; chats get theirs through deliveries.
    create table notifications.outbox (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      kind text not null,
      dedup_key text not null,
      title text not null,
      body text not null,
      payload jsonb,
      chart text,
      silent boolean not null,
      created_at timestamptz not null,
      read_at timestamptz,
      unique (owner_user_id, dedup_key),
      unique (id, owner_user_id)
    );
    create index on notifications.outbox (owner_user_id, id desc);
    create index on notifications.outbox (owner_user_id) where read_at is null;
    create index on notifications.outbox (created_at);
    create table notifications.deliveries (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      notification_id bigint not null,
      channel text not null check (channel in ('telegram', 'local')),
      -- null: the owner's own local chat
      chat_id text,
      chat_title text,
      state text not null default 'PENDING' check (state in ('PENDING', 'SENDING', 'SENT', 'FAILED', 'DROPPED')),
      silent boolean not null default false,
      attempts integer not null default 0,
      -- counts the claims: whoever was claimed away from may no longer report a failure
      epoch integer not null default 0,
      next_attempt_at timestamptz not null,
      expires_at timestamptz,
      lease_until timestamptz,
      reason text,
      finished_at timestamptz,
      foreign key (notification_id, owner_user_id) references notifications.outbox (id, owner_user_id) on delete cascade
    );
    create unique index deliveries_once on notifications.deliveries (owner_user_id, notification_id, channel, chat_id) nulls not distinct;
    create index deliveries_due on notifications.deliveries (channel, next_attempt_at) where state in ('PENDING', 'SENDING');
    create index deliveries_failed on notifications.deliveries (owner_user_id, finished_at desc) where state = 'FAILED';
    create index on notifications.deliveries (notification_id);
    ${['settings', 'preferences', 'outbox', 'deliveries'].map((name) => ownedByUser(`notifications.${name}`)).join('')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema notifications cascade');
}
