import type { Knex } from 'knex';

/** Past values of mutual funds, from a source of their own. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.price_history
      drop constraint price_history_source_check,
      add constraint price_history_source_check check (source in ('NSE', 'FILE', 'YAHOO', 'MFAPI', 'MANUAL'));

    -- Funds that were looked up and found in no directory. The words come from people's files: only the system reads them.
    create table market.fund_lookups (
      -- the ISIN, or where there is none the name
      word text primary key,
      asked_at timestamptz not null,
      -- the stable code of why it was not found
      failure text not null
    );

    -- Whoever has funds is caught up with once more.
    update portfolio.market_catch_ups c set digest = null, ledger_revision = null
    where exists (select from portfolio.transactions t
        where t.owner_user_id = c.owner_user_id and t.asset_class = 'Mutual Fund')
      or exists (select from portfolio.holdings h
        where h.owner_user_id = c.owner_user_id and h.asset_class = 'Mutual Fund');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table market.fund_lookups;
    create temp table gone on commit drop as select id from market.instruments where external_id like 'amfi:%';
    delete from portfolio.price_history where source = 'MFAPI' or instrument_id in (select id from gone);
    delete from market.instruments where id in (select id from gone);
    alter table portfolio.price_history
      drop constraint price_history_source_check,
      add constraint price_history_source_check check (source in ('NSE', 'FILE', 'YAHOO', 'MANUAL'));
  `);
}
