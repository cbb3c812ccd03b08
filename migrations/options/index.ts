import type { Migration } from '../migration.ts';
import * as m001 from './001_workspace.ts';
import * as m002 from './002_guards.ts';
import * as m003 from './003_tradebook.ts';
import * as m004 from './004_trades_by_mode.ts';

/** All migrations of the options workspace in order, for SQLite and Postgres alike. */
export const OPTION_MIGRATIONS: readonly (readonly [name: string, migration: Migration])[] = [
  ['001_workspace', m001],
  ['002_guards', m002],
  ['003_tradebook', m003],
  ['004_trades_by_mode', m004],
];
