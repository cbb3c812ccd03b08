import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** What a person is entering in a chat and nobody else may read: encrypted, and gone once it is used. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table chat.secret_drafts (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      transport text not null check (transport in ('telegram', 'local')),
      chat_id text not null,
      chat_user_id text not null,
      -- name of the value that the next message holds; null while nothing of the kind is asked
      awaits text,
      -- whether that message is taken out of the chat
      is_hidden boolean not null default true,
      -- the update whose text was taken last: delivered again, it is taken for the same
      taken_from text,
      -- the values by name, encrypted; the key is not in the database
      sealed text check (sealed like 'v1.%'),
      updated_at timestamptz not null default now(),
      unique (owner_user_id, transport, chat_id, chat_user_id)
    );
    ${ownedByUser('chat.secret_drafts')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table chat.secret_drafts');
}
