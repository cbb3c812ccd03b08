import type { Knex } from 'knex';
import { MIGRATIONS } from './main/index.ts';

type Entry = (typeof MIGRATIONS)[number];

/** The migrations as Knex reads them. */
export const migrationSource: Knex.MigrationSource<Entry> = {
  async getMigrations() {
    return [...MIGRATIONS];
  },
  getMigrationName: ([name]) => name,
  async getMigration([, migration]) {
    return migration;
  },
};
