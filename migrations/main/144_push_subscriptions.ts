import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Browsers as a channel of notifications: their subscriptions, and the choice to show amounts in them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notifications.push_subscriptions (
      id bigint generated always as identity,
      owner_user_id bigint not null references identity.users on delete cascade,
      -- of identity.sessions: signing out there ends it. No reference, because people's tables may be in another database.
      session_id text not null,
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      label text not null,
      created_at timestamptz not null,
      last_success_at timestamptz,
      -- in a row, since the last success
      failures integer not null default 0,
      last_error text,
      primary key (id, owner_user_id)
    );
    create unique index on notifications.push_subscriptions (owner_user_id, endpoint);
    create index on notifications.push_subscriptions (endpoint);
    ${ownedByUser('notifications.push_subscriptions')}
    alter table notifications.settings add column amounts_in_browsers boolean not null default false;
    alter table notifications.deliveries drop constraint deliveries_channel_check,
      add constraint deliveries_channel_check check (channel in ('telegram', 'local', 'browser'));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from notifications.deliveries where channel = 'browser';
    alter table notifications.deliveries drop constraint deliveries_channel_check,
      add constraint deliveries_channel_check check (channel in ('telegram', 'local'));
    alter table notifications.settings drop column amounts_in_browsers;
    drop table notifications.push_subscriptions;
  `);
}
