import { type DbTransaction, istDate } from '../../platform/index.ts';
import { MARKET_FIRST_DAYS, SAME_CHANGE, TRADE_DAYS, TRADE_SOURCE } from '../ledger/index.ts';

/** Holdings that may lack a price of a market. */
interface Wanted {
  owners: readonly string[];
  /** Left out: all. */
  symbols?: readonly string[];
}

/** Sources of imported statements and files. */
const PAPERS = "('STATEMENT', 'CSV')";
/** When the price of a day is final, in India. */
const END_OF_DAY = "time '15:30'";
const SEEN_ON = "coalesce(h.price_as_of, (h.priced_at at time zone 'Asia/Kolkata')::date)";
/** Without a price of its own. */
const IS_OPEN = `(h.current_price is null or h.price_source = '${TRADE_SOURCE}')`;

/** Splits that ledgers record: few rows, read once. Without statistics, after a large import, a join for each trade takes minutes. */
const SPLITS = `
  select s.owner_user_id, s.portfolio_id, s.symbol, s.currency, s.trade_date, s.quantity
  from portfolio.transactions s
  where s.owner_user_id = any(?::bigint[]) and (?::text[] is null or s.symbol = any(?::text[]))
    and s.type = 'SPLIT' and s.quantity > 0
    and exists (
      select from portfolio.positions q
      where q.owner_user_id = s.owner_user_id and q.portfolio_id = s.portfolio_id and q.symbol = s.symbol
        and q.currency = s.currency)`;

/** By how much the splits multiplied one unit that other portfolios record after the trade t, and its own ledger does not. */
const MISSING_SPLITS = `
  select exp(sum(ln(s.quantity))) as ratio
  from splits s
  where s.owner_user_id = t.owner_user_id and s.symbol = t.symbol and s.currency = t.currency and s.portfolio_id <> t.portfolio_id
    and s.trade_date > t.day and s.trade_date <= ?::date
    and not exists (
      select from splits k
      where k.owner_user_id = s.owner_user_id and k.symbol = s.symbol and k.currency = s.currency
        and k.portfolio_id <> s.portfolio_id
        and abs(k.trade_date - s.trade_date) <= ${SAME_CHANGE.days} and abs(s.quantity / k.quantity - 1) < ${SAME_CHANGE.ratio}
        and (k.portfolio_id = t.portfolio_id or (k.trade_date, k.portfolio_id) < (s.trade_date, s.portfolio_id))
    )`;

/**
 * Prices holdings by the person's own statements, files and trades, by the rule in `../ledger/last-trade.ts`: with the newest
 * price of an imported statement or file, or of the last trade in any portfolio, in units after all splits that a portfolio
 * records. A holding without a price, or with that of a trade, gets it, and loses it once the trade is deleted or too old. A
 * newer price of a statement or file replaces any that was not entered by hand, and so does a much newer trade. A repeat
 * changes nothing. Called in the transaction that changed the books.
 * @returns the owners of changed holdings.
 */
export async function setOwnPrices(trx: DbTransaction, wanted: Wanted, now: Date): Promise<string[]> {
  const { owners, symbols = null } = wanted;
  const today = istDate(now);
  const { rows } = await trx.raw<{ rows: { owner: string }[] }>(
    `with last as (
       select distinct on (owner_user_id, symbol, currency) owner_user_id, portfolio_id, symbol, currency,
         last_trade_price as price, last_trade_on as day
       from portfolio.positions
       where owner_user_id = any(?::bigint[]) and (?::text[] is null or symbol = any(?::text[]))
         and last_trade_on between ?::date - ${TRADE_DAYS} and ?::date
       order by owner_user_id, symbol, currency, last_trade_on desc, portfolio_id desc
     ), splits as materialized (${SPLITS}), trades as (
       select owner_user_id, symbol, currency, day, round(price / coalesce(s.ratio, 1), 10) as price
       from last t left join lateral (${MISSING_SPLITS}) s on true
     ), chosen as (
       select h.id, c.price, c.source, c.day
       from portfolio.holdings h
       left join trades t using (owner_user_id, symbol, currency)
       left join lateral (
         select o.price, o.source, o.day from portfolio.observed_prices o
         where h.price_source is distinct from 'MANUAL'
           and o.owner_user_id = h.owner_user_id and o.symbol = h.symbol and o.currency = h.currency
           and o.portfolio_id in (0, h.portfolio_id) and o.source in ${PAPERS} and o.day <= ?::date
         order by o.day desc, o.portfolio_id desc limit 1
       ) p on true
       left join lateral (
         select * from (values (p.price, p.source, p.day, p.day + ${MARKET_FIRST_DAYS}), (t.price, '${TRADE_SOURCE}', t.day, t.day))
           as v (price, source, day, until)
         where price > 0 order by until desc, source = '${TRADE_SOURCE}' limit 1
       ) c on true
       where h.owner_user_id = any(?::bigint[]) and (?::text[] is null or h.symbol = any(?::text[]))
         and h.asset_class <> 'Cash' and h.quantity > 0
         and (${IS_OPEN} or (h.price_source <> 'MANUAL' and ${SEEN_ON} + ${MARKET_FIRST_DAYS} < c.until))
     )
     update portfolio.holdings h
     set current_price = c.price, previous_close = null, price_source = c.source, price_as_of = c.day, updated_at = ?,
       priced_at = case when c.day is not null then least((c.day + ${END_OF_DAY}) at time zone 'Asia/Kolkata', ?::timestamptz) end
     from chosen c
     where h.id = c.id and (h.current_price, h.price_source, h.price_as_of) is distinct from (c.price, c.source, c.day)
     returning h.owner_user_id::text as owner`,
    [
      owners,
      symbols,
      symbols,
      today,
      today,
      owners,
      symbols,
      symbols,
      today,
      today,
      owners,
      symbols,
      symbols,
      now,
      now.toISOString(),
    ] as never,
  );
  return [...new Set(rows.map(({ owner }) => owner))];
}
