import type { Knex } from 'knex';

const DAY = `coalesce(new.price_as_of, (coalesce(new.priced_at, now()) at time zone 'Asia/Kolkata')::date)`;

const keepObservedPrice = (column: string, value: string) => `
  create or replace function portfolio.keep_observed_price() returns trigger language plpgsql as $keep$
  begin
    insert into portfolio.observed_prices (owner_user_id, symbol, currency, day, price, source${column})
    values (new.owner_user_id, new.symbol, new.currency, ${DAY}, new.current_price, new.price_source${value})
    on conflict (owner_user_id, symbol, currency, day)
      do update set price = excluded.price, source = excluded.source;
    return null;
  end $keep$;
`;

/**
 * Prices that statements print beside their transactions, staged with the import; and which import brought an observed price,
 * so that undoing it takes the price back.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.imports add column stated_prices jsonb;
    alter table portfolio.observed_prices
      add column import_id bigint,
      add foreign key (import_id, owner_user_id) references portfolio.imports (id, owner_user_id)
        on delete set null (import_id);
    create index on portfolio.observed_prices (import_id) where import_id is not null;
    ${keepObservedPrice(', import_id', ", nullif(current_setting('munim.import_id', true), '')::bigint")}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${keepObservedPrice('', '')}
    alter table portfolio.observed_prices drop column import_id;
    alter table portfolio.imports drop column stated_prices;
  `);
}
