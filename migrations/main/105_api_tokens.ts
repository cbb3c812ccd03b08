import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Tokens of people's scripts. A revoked one is deleted, and stays on record as an event. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table identity.api_tokens (
      id bigint generated always as identity primary key,
      owner_user_id bigint not null references identity.users on delete cascade,
      name text not null,
      access text not null check (access in ('read_only', 'full')),
      -- SHA-256 of the token, in hex: the token itself is kept nowhere
      token_hash text not null unique,
      last4 text not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    );
    create index on identity.api_tokens (owner_user_id, id);
    ${ownedByUser('identity.api_tokens')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table identity.api_tokens');
}
