import type { Knex } from 'knex';

const CHANGES = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
];

/** Who last wrote closes of each instrument: closes that are kept in memory are compared by this, and no longer by a hash of all. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function market.note_changed_closes() returns trigger language plpgsql as $note$
    begin
      insert into market.data_changes (topic)
        select 'closes ' || c.instrument_id from (select distinct instrument_id from changed) c
        on conflict do nothing;
      return null;
    end $note$;
    ${CHANGES.map(
      ([change, rows]) => `create trigger closes_${change} after ${change} on portfolio.price_history
        referencing ${rows} table as changed for each statement execute function market.note_changed_closes();`,
    ).join(' ')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${CHANGES.map(([change]) => `drop trigger closes_${change} on portfolio.price_history;`).join(' ')}
    drop function market.note_changed_closes();
    delete from market.revisions where topic like 'closes %';
  `);
}
