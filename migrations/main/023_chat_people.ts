import type { Knex } from 'knex';

/**
 * Of several people in one chat each has settings of their own, and it is known for whom a message was sent. And updates
 * that wait for their answer while their chat has to be left alone.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table chat.chat_setting
      -- whose setting it is; '' is that of the chat, for all who have none of their own
      add column chat_user_id text not null default '',
      drop constraint chat_setting_pkey,
      add primary key (owner_user_id, transport, chat_id, chat_user_id);

    -- whom the message answers; null where it is for the chat as a whole
    alter table chat.bot_message add column chat_user_id text;

    -- Telegram's updates that are not answered yet and that Telegram does not hold any more. Rows belong to the system, as
    -- those of update_receipt do.
    create table chat.held_updates (
      update_id bigint primary key,
      -- encrypted; the key is not in the database
      sealed text not null check (sealed like 'v1.%'),
      held_at timestamptz not null
    );
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table chat.held_updates;
    alter table chat.bot_message drop column chat_user_id;
    delete from chat.chat_setting where chat_user_id <> '';
    alter table chat.chat_setting
      drop constraint chat_setting_pkey,
      drop column chat_user_id,
      add primary key (owner_user_id, transport, chat_id);
  `);
}
