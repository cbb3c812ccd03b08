import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

const TABLES = [
  'chat_setting',
  'conversation_state',
  'callback_record',
  'attachment',
  'message',
  'local_update',
  'bot_message',
];

/** What the chat remembers: handled updates, settings, dialogues, buttons, and the local chat's own messages. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create schema chat;

    -- Updates the bot has finished with. A chat nobody has linked has no owner, so the rows belong to the system.
    create table chat.update_receipt (
      transport text not null check (transport in ('telegram', 'local')),
      update_id bigint not null,
      handled_at timestamptz not null default now(),
      primary key (transport, update_id)
    );
    create index on chat.update_receipt (handled_at);

    create table chat.chat_setting (
      owner_user_id bigint not null references identity.users on delete cascade,
      transport text not null check (transport in ('telegram', 'local')),
      chat_id text not null,
      format text not null default 'detailed' check (format in ('compact', 'detailed')),
      updated_at timestamptz not null default now(),
      primary key (owner_user_id, transport, chat_id)
    );

    -- Where a dialogue of several questions stands, one row per person and chat.
    create table chat.conversation_state (
      owner_user_id bigint not null references identity.users on delete cascade,
      transport text not null check (transport in ('telegram', 'local')),
      chat_id text not null,
      chat_user_id text not null,
      state jsonb not null,
      updated_at timestamptz not null default now(),
      primary key (owner_user_id, transport, chat_id, chat_user_id)
    );

    -- What the buttons under a message do. A button carries the id and a nonce only; this row is the authority.
    create table chat.callback_record (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      transport text not null check (transport in ('telegram', 'local')),
      chat_id text not null,
      nonce text not null,
      actions jsonb not null,
      receipt_key text not null,
      state text not null default 'open' check (state in ('open', 'done')),
      outcome text,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index on chat.callback_record (owner_user_id);
    create index on chat.callback_record (expires_at);

    create table chat.attachment (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      name text not null,
      mime text not null,
      bytes bytea not null,
      created_at timestamptz not null default now(),
      unique (id, owner_user_id)
    );
    create index on chat.attachment (owner_user_id);

    -- The local chat of each user: both sides of it, in order.
    create table chat.message (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      direction text not null check (direction in ('in', 'out')),
      text text not null default '',
      entities jsonb not null default '[]',
      reply_markup jsonb,
      attachment_id bigint,
      attachment_kind text check (attachment_kind in ('photo', 'document')),
      silent boolean not null default false,
      created_at timestamptz not null default now(),
      edited_at timestamptz,
      deleted_at timestamptz,
      foreign key (attachment_id, owner_user_id) references chat.attachment (id, owner_user_id)
    );
    create index on chat.message (owner_user_id, id desc);

    -- Inbox of the local chat: written by whichever process the person talks to, claimed by the bot.
    create table chat.local_update (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      body jsonb not null,
      created_at timestamptz not null default now(),
      handled_at timestamptz,
      answer jsonb
    );
    create index on chat.local_update (id) where handled_at is null;
    create index on chat.local_update (owner_user_id);

    -- The bot's own messages, newest first, so that /clear can take them away.
    create table chat.bot_message (
      owner_user_id bigint not null references identity.users on delete cascade,
      transport text not null check (transport in ('telegram', 'local')),
      chat_id text not null,
      message_id bigint not null,
      sent_at timestamptz not null default now(),
      primary key (transport, chat_id, message_id)
    );
    create index on chat.bot_message (owner_user_id, transport, chat_id, message_id desc);

    -- Every process with a listener hears of new mail in either direction, whoever wrote the row.
    create function chat.announce_inbound() returns trigger language plpgsql as $$
    begin
      perform pg_notify('chat_in', json_build_object('update_id', new.id::text, 'user_id', new.owner_user_id::text)::text);
      return null;
    end $$;
    create trigger announce after insert on chat.local_update for each row execute function chat.announce_inbound();
    create function chat.announce_message() returns trigger language plpgsql as $$
    begin
      perform pg_notify('chat_out', json_build_object('message_id', new.id::text, 'user_id', new.owner_user_id::text)::text);
      return null;
    end $$;
    create trigger announce after insert or update on chat.message for each row execute function chat.announce_message();
    ${TABLES.map((name) => ownedByUser(`chat.${name}`)).join('')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop schema chat cascade');
}
