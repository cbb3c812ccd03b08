import type { Knex } from 'knex';

const DAY = (row: string) =>
  `coalesce(${row}.price_as_of, (${row}.priced_at at time zone 'Asia/Kolkata')::date)`;

/**
 * The last value of a fund of another day than its price: a new value is compared with it, so that a wrong one cannot keep
 * out its own correction. And the names under which a web backend lists trades, with what the person answered.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.holdings add column guard_price numeric(30,10) check (guard_price > 0);
    create function portfolio.keep_guard_price() returns trigger language plpgsql as $keep$
    begin
      new.guard_price := old.current_price;
      return new;
    end $keep$;
    create trigger guard_price_kept before update of current_price, price_as_of, priced_at on portfolio.holdings
      for each row when (old.asset_class = 'Mutual Fund' and old.current_price > 0
        and old.price_source is distinct from 'TRADE' and ${DAY('old')} is distinct from ${DAY('new')}
        and new.guard_price is not distinct from old.guard_price)
      execute function portfolio.keep_guard_price();
    alter table broker.connections add column trade_names jsonb not null default '{}'
      check (jsonb_typeof(trade_names) = 'object');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table broker.connections drop column trade_names;
    drop trigger guard_price_kept on portfolio.holdings;
    drop function portfolio.keep_guard_price();
    alter table portfolio.holdings drop column guard_price;
  `);
}
