import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Several people on one installation: who is paused, and who lets the household see their totals. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Neither signs in nor is answered in a chat while it is set; the records stay.
    alter table identity.users add column paused_at timestamptz;

    create table identity.household_members (
      owner_user_id bigint primary key references identity.users on delete cascade,
      agreed_at timestamptz not null
    );
    ${ownedByUser('identity.household_members')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table identity.household_members;
    alter table identity.users drop column paused_at;
  `);
}
