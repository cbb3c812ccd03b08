import type { Knex } from 'knex';

/** The two ways of a migration. */
export interface Migration {
  up(this: void, knex: Knex): Promise<void>;
  down(this: void, knex: Knex): Promise<void>;
}
