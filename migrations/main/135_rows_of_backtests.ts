import type { Knex } from 'knex';

const RESULTS = ['run_equity', 'run_orders', 'run_holdings', 'run_events'].map((name) => `strategy.${name}`);
const each = (write: (table: string) => string) => RESULTS.map(write).join('\n');

/**
 * Rows of a backtest go with their run by one statement a table. A reference checked each of ten thousand rows by itself, a
 * third of the cost of storing them. The rows need no check: the transaction that writes them ends with a lock of their run.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ${each((table) => `alter table ${table} drop constraint ${nameIn(table)};`)}
    create function strategy.results_gone() returns trigger language plpgsql security definer
      set search_path = pg_catalog as $gone$
    begin
      ${each((table) => `delete from ${table} r using gone g where (r.run_id, r.owner_user_id) = (g.id, g.owner_user_id);`)}
      return null;
    end $gone$;
    create trigger results_gone after delete on strategy.research_runs
      referencing old table as gone for each statement execute function strategy.results_gone();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger results_gone on strategy.research_runs;
    drop function strategy.results_gone();
    ${each(
      (table) => `alter table ${table} add constraint ${nameIn(table)} foreign key (run_id, owner_user_id)
        references strategy.research_runs (id, owner_user_id) on delete cascade;`,
    )}
  `);
}

const nameIn = (table: string) => `${table.slice('strategy.'.length)}_run_id_owner_user_id_fkey`;
