import type { Knex } from 'knex';
import * as m001 from './001_workspace.ts';

interface Migration {
  up(knex: Knex): Promise<void>;
  down(knex: Knex): Promise<void>;
}

/** All migrations of the options workspace in order, for SQLite and Postgres alike. */
export const OPTION_MIGRATIONS: readonly (readonly [name: string, migration: Migration])[] = [
  ['001_workspace', m001],
];
