import type { Knex } from 'knex';

/**
 * Lots that moved to another share before their old one was renamed have chains with a name that they never had. Their
 * positions are replayed after the next start, which writes the chains anew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update portfolio.positions p set is_outdated = true where exists (
      select from portfolio.transactions t
      where t.portfolio_id = p.portfolio_id and t.symbol = p.symbol and t.lot_chain @> '[{"kind": "RENAME"}]');
  `);
}

/** The mark alone is left: a replay takes it away. */
export async function down(): Promise<void> {}
