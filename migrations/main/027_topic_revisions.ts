import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/**
 * How often each part of a person's data was changed. `portfolio.revisions` goes on counting all changes together: that is
 * the number that a live frame carries.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio.topic_revisions (
      owner_user_id bigint not null references identity.users on delete cascade,
      -- one of core/platform/database/topics.ts; a topic that was never changed has no row
      topic text not null,
      revision bigint not null,
      primary key (owner_user_id, topic)
    );
    ${ownedByUser('portfolio.topic_revisions')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table portfolio.topic_revisions');
}
