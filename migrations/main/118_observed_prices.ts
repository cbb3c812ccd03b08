import type { Knex } from 'knex';
import { ownedByUser } from '../row-level-security.ts';

/** Sources whose closes the price history keeps: their prices need no second place. */
const KEPT = ['NSE', 'AMFI', 'FILE', 'YAHOO', 'MFAPI'].map((name) => `'${name}'`).join(', ');
const DAY = (row: string) =>
  `coalesce(${row}.price_as_of, (coalesce(${row}.priced_at, now()) at time zone 'Asia/Kolkata')::date)`;
const IS_OBSERVED = (row: string) =>
  `${row}.current_price > 0 and coalesce(${row}.price_source, '') not in (${KEPT})`;

/**
 * Prices of a person's own holdings by day, where no market's history has them: printed in a statement, told by a broker,
 * entered by hand. A holding keeps the newest one only; without the others its past has no value.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table portfolio.observed_prices (
      owner_user_id bigint not null references identity.users on delete cascade,
      symbol text not null,
      currency text not null,
      day date not null,
      price numeric(30,10) not null check (price > 0),
      source text,
      primary key (owner_user_id, symbol, currency, day)
    );
    ${ownedByUser('portfolio.observed_prices')}

    create function portfolio.keep_observed_price() returns trigger language plpgsql as $keep$
    begin
      insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price, source)
      values (new.owner_user_id, new.symbol, new.currency, ${DAY('new')}, new.current_price, new.price_source)
      on conflict (owner_user_id, symbol, currency, day)
        do update set price = excluded.price, source = excluded.source;
      return null;
    end $keep$;
    create trigger price_observed after insert or update of current_price, price_as_of, priced_at
      on portfolio.holdings for each row when (${IS_OBSERVED('new')})
      execute function portfolio.keep_observed_price();

    insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price, source)
      select distinct on (h.owner_user_id, h.symbol, h.currency, u.valuation_date)
        h.owner_user_id, h.symbol, h.currency, u.valuation_date, u.price, u.source
      from portfolio.holding_price_updates u join portfolio.holdings h on h.id = u.holding_id
      where u.price > 0 order by h.owner_user_id, h.symbol, h.currency, u.valuation_date, u.id desc;
    insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price, source)
      select distinct on (h.owner_user_id, h.symbol, h.currency, ${DAY('h')})
        h.owner_user_id, h.symbol, h.currency, ${DAY('h')}, h.current_price, h.price_source
      from portfolio.holdings h where ${IS_OBSERVED('h')}
      order by h.owner_user_id, h.symbol, h.currency, ${DAY('h')}, h.id desc
      on conflict do nothing;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger price_observed on portfolio.holdings;
    drop function portfolio.keep_observed_price();
    drop table portfolio.observed_prices;
  `);
}
