import type { Knex } from 'knex';

/**
 * Notices that are brought up to date: one row and one message in each chat, edited as newer figures come. A list shows what
 * was written last on top.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- the instant that a notice which is brought up to date speaks of; null for the others
    alter table notifications.outbox add column as_of timestamptz;
    drop index notifications.outbox_owner_user_id_id_idx;
    create index on notifications.outbox (owner_user_id, created_at desc, id desc);
    alter table notifications.deliveries
      -- counts how often what is to be sent was replaced
      add column revision integer not null default 0,
      -- of the messages that show it in the chat
      add column message_ids bigint[] not null default '{}',
      -- messages that were sent without an answer: whether they are in the chat is unknown
      add column unanswered smallint not null default 0;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table notifications.deliveries drop column revision, drop column message_ids, drop column unanswered;
    drop index notifications.outbox_owner_user_id_created_at_id_idx;
    create index on notifications.outbox (owner_user_id, id desc);
    alter table notifications.outbox drop column as_of;
  `);
}
