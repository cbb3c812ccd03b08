import type { Knex } from 'knex';

/**
 * Instruments of every class, and such as no exchange of ours lists: those have no exchange, and go by the id that a
 * provider knows them under, with its prefix (`yahoo:AAPL`, `amfi:120503`).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table market.instruments
      alter column exchange drop not null,
      add column external_id text unique check (external_id ~ '^[a-z][a-z0-9-]*:[^[:space:]]+$'),
      -- null where the exchange tells it
      add column currency text check (currency ~ '^[A-Z]{3}$'),
      drop constraint instruments_asset_class_check,
      add constraint instruments_asset_class_check check (asset_class in ('Indian Equity', 'US Equity', 'ETF', 'Mutual Fund',
        'Bond', 'Commodity', 'Unlisted', 'Cash', 'Index')),
      add constraint instruments_are_known_somewhere
        check (exchange is not null or (external_id is not null and currency is not null));
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create temp table gone on commit drop as select id from market.instruments
      where exchange is null or asset_class in ('Mutual Fund', 'Commodity', 'Unlisted', 'Cash');
    delete from portfolio.price_history h using gone where h.instrument_id = gone.id;
    delete from market.instruments i using gone where i.id = gone.id;
    alter table market.instruments
      drop constraint instruments_are_known_somewhere,
      drop constraint instruments_asset_class_check,
      add constraint instruments_asset_class_check
        check (asset_class in ('Indian Equity', 'US Equity', 'ETF', 'Bond', 'Index')),
      drop column currency,
      drop column external_id,
      alter column exchange set not null;
  `);
}
