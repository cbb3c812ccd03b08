import type { DbTransaction } from '../../platform/index.ts';
import type { CommonPortfolio } from '../../brokers/index.ts';
import { type Choice, PORTFOLIO_OF } from './insert-transactions.ts';
import { withoutNestedLoops } from './without-nested-loops.ts';

/** Whose numbers an execution id bears: two of one scheme are two trades, however alike they are. */
const schemeOf = (id: string): string =>
  `case when split_part(${id}, ':', 1) in ('NSE', 'BSE') then 'exchange' else split_part(${id}, ':', 1) end`;

/** Amounts that differ by no more than this differ by the rounding of an average price. */
const ROUNDING = 0.01;

/**
 * The portfolios that have staged trades already, those with most of them first: by the id of the execution; where one side
 * has no id of that kind, by symbol or ISIN, day, side, quantity and price; and by what a whole day comes to, since one side
 * may add up the fills of an order.
 */
export async function portfoliosWithTrades(
  trx: DbTransaction,
  stagingId: string,
): Promise<CommonPortfolio[]> {
  const { rows } = await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw<{ rows: CommonPortfolio[] }>(
        `with staged as materialized (
       select distinct on (coalesce(execution_id, row::text)) execution_id, ${schemeOf('execution_id')} as scheme,
         symbol, isin, trade_date, type, quantity, price, currency
       from portfolio.import_rows where import_id = ? and symbol is not null and trade_date is not null
       order by coalesce(execution_id, row::text), row
     ),
     staged_days as (
       select symbol, min(isin) as isin, trade_date, type, currency, scheme, sum(quantity) as quantity, sum(quantity * price) as amount
       from staged where type in ('BUY', 'SELL') group by symbol, trade_date, type, currency, scheme
     ),
     held as materialized (
       select id, portfolio_id, symbol, isin, trade_date, type, quantity, price, currency, execution_id,
         ${schemeOf('execution_id')} as scheme
       from portfolio.transactions
       where trade_date between (select min(trade_date) from staged) and (select max(trade_date) from staged)
     ),
     held_days as (
       select portfolio_id, symbol, min(isin) as isin, trade_date, type, currency, scheme, sum(quantity) as quantity,
         sum(quantity * price) as amount, array_agg(id) as ids
       from held where type in ('BUY', 'SELL') group by portfolio_id, symbol, trade_date, type, currency, scheme
     ),
     same as (
       select h.portfolio_id, h.id from staged s join held h on h.execution_id = s.execution_id
       union
       select h.portfolio_id, h.id from staged s join held h
         on h.trade_date = s.trade_date and h.type = s.type and h.quantity = s.quantity and h.price = s.price
           and h.currency = s.currency and (h.symbol = s.symbol or h.isin = s.isin)
           and (h.scheme is null or s.scheme is null or h.scheme <> s.scheme)
       where s.type in ('BUY', 'SELL')
       union
       select h.portfolio_id, unnest(h.ids) from staged_days s join held_days h
         on h.trade_date = s.trade_date and h.type = s.type and h.quantity = s.quantity and h.currency = s.currency
           and abs(h.amount - s.amount) <= ${ROUNDING} and (h.symbol = s.symbol or h.isin = s.isin)
           and (h.scheme is null or s.scheme is null or h.scheme <> s.scheme)
     )
     select p.id::text, p.name, count(*)::int as executions, 0 as holdings
     from same join portfolio.portfolios p on p.id = same.portfolio_id
     group by p.id, p.name order by count(*) desc, p.id`,
        [stagingId],
      ),
  );
  return rows;
}

/** The portfolios that a broker's sync has written to. */
export async function syncedPortfolios(trx: DbTransaction): Promise<Set<string>> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select p.id::text from portfolio.portfolios p
     where exists (select from portfolio.holdings h where h.portfolio_id = p.id and h.source = 'BROKER')
       or exists (select from portfolio.transactions t where t.portfolio_id = p.id and t.source = 'BROKER')`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** What the staged trades of a file leave over, by symbol. */
export async function stagedPositions(
  trx: DbTransaction,
  importId: string,
): Promise<{ symbol: string; isin: string | null; quantity: string }[]> {
  const { rows } = await trx.raw<{ rows: { symbol: string; isin: string | null; quantity: string }[] }>(
    `select symbol, min(isin) as isin, sum(case type when 'BUY' then quantity else -quantity end)::text as quantity
     from portfolio.import_rows where import_id = ? and state = 'valid' and type in ('BUY', 'SELL')
     group by symbol having sum(case type when 'BUY' then quantity else -quantity end) > 0`,
    [importId],
  );
  return rows;
}

/** The portfolios that hold as much of the same, those with most of it first. Nothing held counts as nothing. */
export async function portfoliosWithHoldings(
  trx: DbTransaction,
  positions: readonly { symbol: string; isin: string | null; quantity: string }[],
): Promise<CommonPortfolio[]> {
  // Knex does not know that an array may hold nulls; the driver does.
  const isins = positions.map(({ isin }) => isin) as string[];
  const { rows } = await trx.raw<{ rows: CommonPortfolio[] }>(
    `select p.id::text, p.name, 0 as executions, count(distinct h.id)::int as holdings
     from unnest(?::text[], ?::text[], ?::numeric[]) as held (symbol, isin, quantity)
     join portfolio.holdings h on h.quantity = held.quantity and (h.symbol = held.symbol or h.isin = held.isin)
     join portfolio.portfolios p on p.id = h.portfolio_id
     where held.quantity > 0
     group by p.id, p.name order by count(distinct h.id) desc, p.id`,
    [positions.map(({ symbol }) => symbol), isins, positions.map(({ quantity }) => quantity)],
  );
  return rows;
}

/**
 * Leaves out of a sync what its portfolio has from a file or by hand without the broker's id: trades of a symbol, day and
 * side that come to the same quantity at the same price, or to the same quantity and amount over the whole day; else each
 * that has its like in quantity and price.
 */
export async function leaveOutRecorded(
  trx: DbTransaction,
  stagingId: string,
  portfolioId: string,
): Promise<void> {
  await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw(
        `with fresh as materialized (
       select distinct on (execution_id) execution_id, symbol, trade_date, type, currency, quantity, price,
         ${schemeOf('execution_id')} as scheme
       from portfolio.import_rows r
       where import_id = ? and state = 'valid' and type in ('BUY', 'SELL') and execution_id is not null
         and not exists (
           select from portfolio.transactions t where t.portfolio_id = ? and t.execution_id = r.execution_id)
       order by execution_id, row
     ),
     sums as (
       select symbol, trade_date, type, currency, scheme, price, sum(quantity) as quantity, sum(quantity * price) as amount
       from fresh
       group by grouping sets ((symbol, trade_date, type, currency, scheme), (symbol, trade_date, type, currency, scheme, price))
     ),
     known as (
       select * from sums s where exists (
         select from portfolio.transactions t
         where t.portfolio_id = ? and t.symbol = s.symbol and t.trade_date = s.trade_date and t.type = s.type
           and t.currency = s.currency and t.source <> 'BROKER' and ${schemeOf('t.execution_id')} is distinct from s.scheme
           and (s.price is null or t.price = s.price)
         having sum(t.quantity) = s.quantity and abs(sum(t.quantity * t.price) - s.amount) <= ${ROUNDING}
       )
     ),
     paired as (
       select execution_id from (
         select f.*, row_number() over (
           partition by symbol, trade_date, type, currency, scheme, price, quantity order by execution_id) as nth
         from fresh f
       ) f
       where nth <= (
         select count(*) from portfolio.transactions t
         where t.portfolio_id = ? and t.symbol = f.symbol and t.trade_date = f.trade_date and t.type = f.type
           and t.currency = f.currency and t.price = f.price and t.quantity = f.quantity and t.source <> 'BROKER'
           and ${schemeOf('t.execution_id')} is distinct from f.scheme
       )
     )
     delete from portfolio.import_rows r
     where r.import_id = ? and r.execution_id in (
       select execution_id from paired
       union
       select f.execution_id from fresh f join known k on k.symbol = f.symbol and k.trade_date = f.trade_date
         and k.type = f.type and k.currency = f.currency and k.scheme = f.scheme and (k.price is null or k.price = f.price)
     )`,
        [stagingId, portfolioId, portfolioId, portfolioId, stagingId],
      ),
  );
}

/**
 * Leaves out of a file what a sync has recorded with the broker's id and the file tells without one, by the same rule.
 * @returns how many rows of the file these are.
 */
export async function leaveOutSynced(trx: DbTransaction, choice: Choice): Promise<number> {
  if ((await syncedPortfolios(trx)).size === 0) return 0;
  const { rowCount } = await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw<{ rowCount: number }>(
        `with own as materialized (select id, lower(name) as name from portfolio.portfolios),
         fresh as materialized (
           select r.row, r.symbol, r.trade_date, r.type, r.currency, r.quantity, r.price, own.id as portfolio_id
           from portfolio.import_rows r
           join own on own.name = lower(${PORTFOLIO_OF})
           where r.import_id = ? and r.state = 'valid' and (?::int[] is null or r.row = any(?::int[]))
             and r.execution_id is null and r.type in ('BUY', 'SELL')
         ),
         sums as (
           select portfolio_id, symbol, trade_date, type, currency, price, sum(quantity) as quantity, sum(quantity * price) as amount
           from fresh
           group by grouping sets ((portfolio_id, symbol, trade_date, type, currency), (portfolio_id, symbol, trade_date, type, currency, price))
         ),
         known as (
           select * from sums s where exists (
             select from portfolio.transactions t
             where t.portfolio_id = s.portfolio_id and t.symbol = s.symbol and t.trade_date = s.trade_date and t.type = s.type
               and t.currency = s.currency and t.source = 'BROKER' and t.execution_id is not null
               and (s.price is null or t.price = s.price)
             having sum(t.quantity) = s.quantity and abs(sum(t.quantity * t.price) - s.amount) <= ${ROUNDING}
           )
         ),
         paired as (
           select row from (
             select f.*, row_number() over (
               partition by portfolio_id, symbol, trade_date, type, currency, price, quantity order by row) as nth
             from fresh f
           ) f
           where nth <= (
             select count(*) from portfolio.transactions t
             where t.portfolio_id = f.portfolio_id and t.symbol = f.symbol and t.trade_date = f.trade_date and t.type = f.type
               and t.currency = f.currency and t.price = f.price and t.quantity = f.quantity and t.source = 'BROKER'
               and t.execution_id is not null
           )
         )
         delete from portfolio.import_rows r
         where r.import_id = ? and r.row in (
           select row from paired
           union
           select f.row from fresh f join known k on k.portfolio_id = f.portfolio_id and k.symbol = f.symbol
             and k.trade_date = f.trade_date and k.type = f.type and k.currency = f.currency
             and (k.price is null or k.price = f.price)
         )`,
        [
          choice.targetPortfolio,
          choice.fallbackPortfolio,
          choice.importId,
          choice.rows,
          choice.rows,
          choice.importId,
        ] as string[],
      ),
  );
  return rowCount;
}
