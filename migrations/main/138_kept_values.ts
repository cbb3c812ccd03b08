import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/**
 * Daily values of large books as they were calculated, for other processes and for the next start. A row whose `rests_on` is
 * not that of today is of no use, and goes with the next one that is written.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio.kept_values (
      owner_user_id bigint not null references identity.users on delete cascade,
      -- name of the portfolio, or Networth
      portfolio text not null,
      -- revisions and day that the values follow from
      rests_on text not null,
      -- compressed
      body bytea not null,
      primary key (owner_user_id, portfolio)
    );
    ${ownedByUser('portfolio.kept_values')}
    -- Compressed already.
    alter table portfolio.kept_values alter column body set storage external;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table portfolio.kept_values');
}
