import type { Knex } from 'knex';

/**
 * What the units of a merger or demerger were before, share by share. Positions with such units are replayed after the next
 * start, which writes it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.transactions add column lot_chain jsonb;
    update portfolio.positions p set is_outdated = true where exists (
      select from portfolio.transactions t
      where t.portfolio_id = p.portfolio_id and t.symbol = p.symbol and t.type = 'TRANSFER_IN' and t.action_id is not null);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table portfolio.transactions drop column lot_chain');
}
