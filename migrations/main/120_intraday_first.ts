import type { Knex } from 'knex';

/**
 * Shares bought and sold on one day are matched before older lots, unless the person switched that off. Positions with such
 * days were replayed by the older rule: they are replayed again after the next start.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.ledger_settings add column intraday_first boolean not null default true;
    alter table portfolio.positions add column is_outdated boolean not null default false;
    create index positions_outdated on portfolio.positions (owner_user_id) where is_outdated;
    update portfolio.positions p set is_outdated = true where exists (
      select from portfolio.transactions s
      join portfolio.transactions b on b.portfolio_id = s.portfolio_id and b.symbol = s.symbol
        and b.trade_date = s.trade_date and b.type = 'BUY'
      where s.portfolio_id = p.portfolio_id and s.symbol = p.symbol and s.type = 'SELL');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.positions drop column is_outdated;
    alter table portfolio.ledger_settings drop column intraday_first;
  `);
}
