import type { Knex } from 'knex';

/** Unique keys that a migration made wider name their older form in a comment, which leads back to it. */
const OLDER = 'without the owner: ';

/**
 * Smaller rows of the largest tables. A snapshot's key is its hour, and no column or index is left that only counts rows.
 * Units that are those of the last snapshot with units before today are stored as its hour, in seconds since 1970. Rows from
 * before keep their units. Lookups of a notice's deliveries and of a message use the key that begins with the owner.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.snapshots drop constraint snapshots_pkey, drop column id;
    alter table portfolio.snapshots add constraint snapshots_pkey primary key using index snapshots_hour;
    alter table portfolio.snapshots add check (jsonb_typeof(units) in ('object', 'number')) not valid;
    drop index portfolio.snapshots_by_time;
    drop index notifications.deliveries_notification_id_idx;
    alter table chat.message drop constraint message_pkey;
    alter table chat.message add primary key (owner_user_id, id);
    drop index chat.message_owner_user_id_id_idx;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update portfolio.snapshots s set units = (
        select k.units from portfolio.snapshots k where k.portfolio_id = s.portfolio_id
          and k.hour = to_timestamp(s.units::float8) and jsonb_typeof(k.units) = 'object'
        order by k.recorded_at desc limit 1)
      where jsonb_typeof(s.units) = 'number';
    create index message_owner_user_id_id_idx on chat.message (owner_user_id, id desc);
    alter table chat.message drop constraint message_pkey;
    alter table chat.message add primary key (id, owner_user_id);
    comment on index chat.message_pkey is '${OLDER}PRIMARY KEY (id)';
    create index deliveries_notification_id_idx on notifications.deliveries (notification_id);
    create index snapshots_by_time on portfolio.snapshots (recorded_at);
    alter table portfolio.snapshots drop constraint snapshots_units_check, drop constraint snapshots_pkey,
      add column id bigint generated always as identity;
    alter table portfolio.snapshots add constraint snapshots_pkey primary key (id, owner_user_id);
    comment on index portfolio.snapshots_pkey is '${OLDER}PRIMARY KEY (id)';
    create unique index snapshots_hour on portfolio.snapshots (portfolio_id, hour, currency, owner_user_id);
    comment on index portfolio.snapshots_hour is
      '${OLDER}CREATE UNIQUE INDEX snapshots_hour ON portfolio.snapshots USING btree (portfolio_id, hour, currency)';
  `);
}
