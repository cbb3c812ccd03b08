import type { Knex } from 'knex';

/*
 * The options workspace, in SQLite or in Postgres alike: moments are ISO texts in UTC, days are IST dates, truth values are
 * 0 and 1, and money is whole numbers of a ten-thousandth of a rupee (columns that end in _e4), so that sums are exact in
 * both. Every row belongs to one person.
 */

type Table = Knex.CreateTableBuilder;

/** Whose row it is. */
export const owned = (t: Table): void => {
  t.bigInteger('owner_user_id').notNullable();
};

/** What came as a record: one row for each, under the record's own id. */
export const ofRecord = (t: Table): void => {
  owned(t);
  t.text('record_id').notNullable();
  t.text('at').notNullable();
  t.text('day').notNullable();
  t.text('payload_json').notNullable();
  t.primary(['owner_user_id', 'record_id']);
};

export const byDay = (t: Table, name: string): void => {
  t.index(['owner_user_id', 'day', 'at'], `${name}_by_day`);
};

export const money = (t: Table, ...names: string[]): void => {
  for (const name of names) t.bigInteger(`${name}_e4`);
};

/** Makes tables by their columns. */
export const creating =
  (knex: Knex) =>
  async (name: string, columns: (t: Table) => void): Promise<void> =>
    await knex.schema.createTable(name, columns);
