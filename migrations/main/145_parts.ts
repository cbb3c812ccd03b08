import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/**
 * Which parts of Munim a person sees. A part in neither list is shown while the person has something of it, so people who use
 * strategies, options or research keep them; only new people are asked.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table identity.parts (
      owner_user_id bigint primary key references identity.users on delete cascade,
      shown text[] not null default '{}',
      hidden text[] not null default '{}',
      -- offered once to somebody who used the part without seeing it
      offered text[] not null default '{}',
      -- null until the question was answered or skipped
      asked_at timestamptz,
      check (not shown && hidden)
    );
    ${ownedByUser('identity.parts')}
    insert into identity.parts (owner_user_id, asked_at)
      select distinct owner_user_id, now() from identity.sessions;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table identity.parts');
}
