import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Messages that show a plan of a live policy: they are edited as the plan goes on, until it has ended. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table chat.plan_cards (
      owner_user_id bigint not null references identity.users on delete cascade,
      transport text not null check (transport in ('telegram', 'local')),
      chat_id text not null,
      message_id bigint not null,
      plan_id bigint not null,
      -- what of the plan the message shows: its page, and what is left out
      view jsonb not null,
      -- digest of what stands in the message
      shown text not null,
      noted_at timestamptz not null,
      primary key (transport, chat_id, message_id)
    );
    create index on chat.plan_cards (owner_user_id);
    ${ownedByUser('chat.plan_cards')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table chat.plan_cards');
}
