import type { Knex } from 'knex';

/** Columns that income follows from. */
const COLUMNS = `id, portfolio_id, symbol, asset_class, currency, isin, quantity, maturity_date, face_value, coupon_rate,
  coupon_frequency`;

const incomeOfHoldings = (isChanged: string) => `
  create or replace function portfolio.income_of_holdings() returns trigger language plpgsql security definer
    set search_path = pg_catalog as $mark$
  begin
    if exists (${isChanged}) then
      perform portfolio.mark_income(array(select distinct owner_user_id from written));
    end if;
    return null;
  end $mark$;
`;

/**
 * The last answer of each public source about each instrument, so that whatever process wants it asks once. The prices of
 * many people are then written by one statement: what compares its rows before and after no longer takes each with each.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table market.latest_quotes (
      source text not null,
      instrument_key text not null,
      -- a process is asking until then, by the clock of the database; a killed one no longer
      asked_until timestamptz,
      -- when the last answer came; null before the first
      fetched_at timestamptz,
      -- the stable code of why there is no price; null where there is one
      failure text,
      -- the very numbers that the source gave, to be judged as they came
      price double precision,
      previous_close double precision,
      previous_as_of date,
      as_of date,
      currency text,
      primary key (source, instrument_key),
      check (case when fetched_at is null or failure is not null then price is null
        else price is not null and as_of is not null and currency is not null end)
    );
    ${incomeOfHoldings(`select ${COLUMNS} from written except select ${COLUMNS} from gone`)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  const row = (name: string) => `(${COLUMNS.replaceAll(/(\w+)/g, `${name}.$1`)})`;
  await knex.raw(`
    drop table market.latest_quotes;
    ${incomeOfHoldings(`select from written n join gone o on o.id = n.id where ${row('n')} is distinct from ${row('o')}`)}
  `);
}
