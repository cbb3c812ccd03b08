import type { Knex } from 'knex';

/**
 * A snapshot is in the base currency of its hour. Another base currency since makes it no figure of that one: it is kept,
 * and read again when the portfolio is back in its currency.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.snapshots
      add column currency text not null default 'INR' check (currency ~ '^[A-Z]{3}$');
    update portfolio.snapshots s set currency = p.base_currency
      from portfolio.portfolios p where p.id = s.portfolio_id and p.base_currency <> s.currency;
    drop index portfolio.snapshots_hour;
    create unique index snapshots_hour on portfolio.snapshots (portfolio_id, hour, currency);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from portfolio.snapshots s using portfolio.portfolios p
      where p.id = s.portfolio_id and p.base_currency <> s.currency;
    drop index portfolio.snapshots_hour;
    create unique index snapshots_hour on portfolio.snapshots (portfolio_id, hour);
    alter table portfolio.snapshots drop column currency;
  `);
}
