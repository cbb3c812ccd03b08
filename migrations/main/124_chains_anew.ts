import type { Knex } from 'knex';

/**
 * Chains of lots that moved to another share had names which the share took later, and called delivered shares bonus.
 * Their positions are replayed after the next start, which writes the chains anew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    update portfolio.positions p set is_outdated = true where exists (
      select from portfolio.transactions t
      where t.portfolio_id = p.portfolio_id and t.symbol = p.symbol and t.type = 'TRANSFER_IN' and t.lot_chain is not null);
  `);
}

/** The mark alone is left: a replay takes it away. */
export async function down(): Promise<void> {}
