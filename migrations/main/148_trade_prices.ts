import type { Knex } from 'knex';

const IS_OBSERVED = (kept: string) =>
  `new.current_price > 0 and coalesce(new.price_source, '') not in (${kept})`;
/** Sources whose closes the price history keeps. */
const KEPT = "'NSE', 'AMFI', 'FILE', 'YAHOO', 'MFAPI'";

const observed = (kept: string) => `
  drop trigger price_observed on portfolio.holdings;
  create trigger price_observed after insert or update of current_price, price_as_of, priced_at
    on portfolio.holdings for each row when (${IS_OBSERVED(kept)})
    execute function portfolio.keep_observed_price();
`;

/**
 * The price of the last trade beside each position, which values a holding without any other price. The trade itself is in
 * the ledger, so such a price is not kept as an observed one. Positions of holdings without a price are replayed at the next
 * start, which prices them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table portfolio.positions
      add column last_trade_price numeric(30,10) check (last_trade_price > 0),
      add column last_trade_on date,
      add check ((last_trade_price is null) = (last_trade_on is null));
    update portfolio.positions p set is_outdated = true where exists (
      select from portfolio.holdings h where h.owner_user_id = p.owner_user_id and h.symbol = p.symbol
        and h.currency = p.currency and h.current_price is null and h.quantity > 0
    );
    ${observed(`${KEPT}, 'TRADE'`)}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    update portfolio.holdings
      set current_price = null, previous_close = null, priced_at = null, price_source = null, price_as_of = null
      where price_source = 'TRADE';
    ${observed(KEPT)}
    alter table portfolio.positions drop column last_trade_price, drop column last_trade_on;
  `);
}
