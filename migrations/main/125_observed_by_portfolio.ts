import type { Knex } from 'knex';

const DAY = `coalesce(new.price_as_of, (coalesce(new.priced_at, now()) at time zone 'Asia/Kolkata')::date)`;

/** The portfolio of a price by hand; 0 for all others. */
const ownOf = (row: string) =>
  `case when ${row}.price_source in ('MANUAL', 'CSV') then ${row}.portfolio_id else 0 end`;

/** @param own the portfolio in the key, with a comma before it; empty for one price of all portfolios. */
const keepObservedPrice = (own: string) => `
  create or replace function portfolio.keep_observed_price() returns trigger language plpgsql as $keep$
  begin
    insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price, source, import_id${own})
    values (new.owner_user_id, new.symbol, new.currency, ${DAY}, new.current_price, new.price_source,
      nullif(current_setting('munim.import_id', true), '')::bigint${own === '' ? '' : `, ${ownOf('new')}`})
    on conflict (owner_user_id, symbol, currency, day${own})
      do update set price = excluded.price, source = excluded.source;
    return null;
  end $keep$;
`;

/**
 * Observed prices by portfolio: what is valued by hand, such as a provident fund, may have one symbol and two prices in the
 * accounts of two people. 0 is of all portfolios, as prices of statements and those kept before are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.observed_prices
      add column portfolio_id bigint not null default 0,
      drop constraint observed_prices_pkey,
      add primary key (owner_user_id, symbol, currency, day, portfolio_id);
    ${keepObservedPrice(', portfolio_id')}
    insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price, source, portfolio_id)
      select h.owner_user_id, h.symbol, h.currency, o.day, h.current_price, h.price_source, h.portfolio_id
      from portfolio.holdings h
      join portfolio.observed_prices o on o.owner_user_id = h.owner_user_id and o.symbol = h.symbol
        and o.currency = h.currency and o.price <> h.current_price
        and o.day = coalesce(h.price_as_of, (h.priced_at at time zone 'Asia/Kolkata')::date)
      where h.current_price > 0 and h.price_source in ('MANUAL', 'CSV');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    delete from portfolio.observed_prices o where exists (
      select from portfolio.observed_prices other
      where (other.owner_user_id, other.symbol, other.currency, other.day)
        = (o.owner_user_id, o.symbol, o.currency, o.day) and other.portfolio_id < o.portfolio_id);
    alter table portfolio.observed_prices
      drop constraint observed_prices_pkey,
      add primary key (owner_user_id, symbol, currency, day),
      drop column portfolio_id;
    ${keepObservedPrice('')}
  `);
}
