import type { Knex } from 'knex';

/**
 * Exchange rates and closes of benchmark indexes, one row a day each. They belong to nobody: everybody may read them,
 * and only what fetches them writes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table market.fx_rates (
      base text not null check (base ~ '^[A-Z]{3}$'),
      quote text not null check (quote ~ '^[A-Z]{3}$'),
      day date not null,
      -- units of quote for one unit of base
      rate numeric(24,10) not null check (rate > 0),
      source text not null,
      -- when it was seen: a rate seen before its day was over may still change
      as_of timestamptz not null,
      primary key (base, quote, day),
      check (base <> quote)
    );

    create table portfolio.benchmark_snapshots (
      benchmark text not null check (benchmark in ('NIFTY50', 'NIFTY500', 'SP500')),
      day date not null,
      close numeric(20,6) not null check (close > 0),
      source text not null,
      as_of timestamptz not null,
      primary key (benchmark, day)
    );

    -- The beta that was worked out last: where a holding has another one, a person, a file or a broker wrote it, and it stays.
    alter table portfolio.holdings
      add column beta_computed double precision,
      add column beta_as_of date,
      add column beta_reason text;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.holdings drop column beta_computed, drop column beta_as_of, drop column beta_reason;
    drop table portfolio.benchmark_snapshots, market.fx_rates;
  `);
}
