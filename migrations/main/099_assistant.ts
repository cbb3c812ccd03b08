import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Questions to the assistant with their answers: one row a turn, written with the question and settled once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table chat.ai_chat_messages (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      question text not null,
      -- the page of the dashboard that it was asked on
      page text,
      state text not null check (state in ('ASKED', 'ANSWERED', 'FAILED', 'INTERRUPTED')),
      -- why there is no answer
      reason text,
      answer text,
      -- sources, suggestions, figures that were not found, usage
      result jsonb,
      -- the data that the model was told, and its SHA-256
      pack jsonb,
      pack_hash text,
      prompt_version text not null,
      asked_at timestamptz not null,
      settled_at timestamptz,
      check ((state = 'ASKED') = (settled_at is null)),
      check ((state = 'ANSWERED') = (answer is not null and result is not null and pack_hash is not null))
    );
    create index on chat.ai_chat_messages (owner_user_id, id desc);
    ${ownedByUser('chat.ai_chat_messages')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table chat.ai_chat_messages');
}
