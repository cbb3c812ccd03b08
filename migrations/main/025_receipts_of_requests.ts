import type { Knex } from 'knex';

/**
 * A receipt belongs to all that a request said, and not to its key alone. Those of before name only the pattern of an
 * address: they keep their key, which is taken, but answer nothing any more.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table identity.command_receipts
      add column step text not null default '',
      add column request text,
      add column digest text,
      drop constraint command_receipts_pkey,
      add primary key (owner_user_id, key, step);
    -- 'api:PUT /api/portfolio/holdings/:id/ltp:<key>', of which two may have the same key.
    update identity.command_receipts set
      step = 'before:' || key, key = regexp_replace(key, '^api:[A-Z]+ (/(:\\w+|[^/:]+))+:', 'api:')
    where key like 'api:%';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from identity.command_receipts where step <> '' and step not like 'before:%';
    update identity.command_receipts set key = substr(step, 8) where step like 'before:%';
    alter table identity.command_receipts drop constraint command_receipts_pkey;
    alter table identity.command_receipts add primary key (owner_user_id, key);
    alter table identity.command_receipts drop column step, drop column request, drop column digest;
  `);
}
