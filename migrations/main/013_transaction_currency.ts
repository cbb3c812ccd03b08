import type { Knex } from 'knex';

const FACTS = '(owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price';

/** Two trades that differ in nothing but their currency are two trades. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index portfolio.transactions_facts;
    create unique index transactions_facts on portfolio.transactions ${FACTS}, currency) where execution_id is null;
  `);
}

/** Fails where such pairs were recorded meanwhile. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index portfolio.transactions_facts;
    create unique index transactions_facts on portfolio.transactions ${FACTS}) where execution_id is null;
  `);
}
