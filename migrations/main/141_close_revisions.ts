import type { Knex } from 'knex';

const CHANGES = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
];

/**
 * Who last wrote closes of each instrument: closes that are kept in memory are compared by this, and no longer by a hash of all.
 * And who last wrote exchange rates, by which answers are kept.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function market.note_changed_closes() returns trigger language plpgsql as $note$
    begin
      insert into market.data_changes (topic)
        select 'closes ' || c.instrument_id from (select distinct instrument_id from changed) c
        on conflict do nothing;
      return null;
    end $note$;
    create function market.note_rate_change() returns trigger language plpgsql as $note$
    begin
      if exists (select from changed) then
        insert into market.data_changes (topic) values ('rates') on conflict do nothing;
      end if;
      return null;
    end $note$;
    ${CHANGES.map(
      ([change, rows]) => `create trigger rates_${change} after ${change} on market.fx_rates
        referencing ${rows} table as changed for each statement execute function market.note_rate_change();
      create trigger closes_${change} after ${change} on portfolio.price_history
        referencing ${rows} table as changed for each statement execute function market.note_changed_closes();`,
    ).join(' ')}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${CHANGES.map(
      ([change]) => `drop trigger rates_${change} on market.fx_rates;
        drop trigger closes_${change} on portfolio.price_history;`,
    ).join(' ')}
    drop function market.note_changed_closes(), market.note_rate_change();
    delete from market.revisions where topic = 'rates' or topic like 'closes %';
  `);
}
