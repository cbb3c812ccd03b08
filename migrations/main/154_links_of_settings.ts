import type { Knex } from 'knex';

/** Marks chat links that the settings made at a start, so that the link goes when the chat id leaves the settings. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table identity.chat_links add column is_configured boolean not null default false;
    update identity.chat_links set is_configured = true
      where title = 'From the configuration' and transport = 'telegram' and role = 'owner'
        and chat_user_id is not distinct from (case when chat_id like '-%' then null else chat_id end);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table identity.chat_links drop column is_configured');
}
