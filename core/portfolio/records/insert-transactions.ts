import type { DbTransaction } from '../../platform/index.ts';

/** What the chosen rows of a staged import are about to be written as. */
export interface Choice {
  importId: string;
  /** null: every valid row. */
  rows: number[] | null;
  /** The portfolio every row is put into; null keeps each row's own, and `fallbackPortfolio` where it has none. */
  targetPortfolio: string | null;
  fallbackPortfolio: string;
  defaultAssetClass: string | null;
  /** CSV where nothing is said. Rows of a broker's sync belong to no import that is kept. */
  source?: 'CSV' | 'BROKER';
  /** Of a broker's sync. */
  connectionId?: string | null;
  /** The purchases are opening positions, at their average cost. */
  areOpenings?: boolean;
}

/** Takes two bindings: the target portfolio and the fallback. A holding's own portfolio stands in its payload. */
export const PORTFOLIO_OF = `btrim(coalesce(nullif(?::text, ''), nullif(btrim(coalesce(r.portfolio, r.payload ->> 'portfolio')), ''), ?::text))`;

/** Names of the portfolios that the chosen transactions go into. */
export async function portfoliosOfChoice(trx: DbTransaction, choice: Choice): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { name: string }[] }>(
    `select ${PORTFOLIO_OF} as name from portfolio.import_rows r
     where r.import_id = ? and r.state = 'valid' and (?::int[] is null or r.row = any(?::int[]))
     group by 1 order by min(r.row)`,
    [choice.targetPortfolio, choice.fallbackPortfolio, choice.importId, choice.rows, choice.rows],
  );
  return rows.map(({ name }) => name);
}

/**
 * Writes the chosen transactions in one statement.
 *
 * An execution named twice in the file is one trade. Rows without an execution id that repeat one another are genuine
 * fills and are added up (spec: Import and ledger rules 3); where a day, symbol, type, currency and price has such repeats, all
 * its rows become one, so that the sum of two can never collide with a third. Splits are never added up. What is
 * already recorded is left alone.
 * @returns file rows written, file rows in all, the symbols that changed, and those of recorded trades without a time of
 *   execution that the file tells it of: they get it, and nothing else of them changes.
 */
export async function insertTransactions(
  trx: DbTransaction,
  userId: string,
  choice: Choice,
): Promise<{
  imported: number;
  chosen: number;
  repeated: number;
  symbols: { portfolio_id: string; symbol: string }[];
  timed: { portfolio_id: string; symbol: string }[];
}> {
  // Sorts of a large file stay in memory; only for this transaction.
  await trx.raw(`set local work_mem = '64MB'`);
  const { rows } = await trx.raw<{
    rows: {
      imported: number;
      chosen: number;
      repeated: number;
      symbols: { portfolio_id: string; symbol: string }[] | null;
      timed: { portfolio_id: string; symbol: string }[] | null;
    }[];
  }>(
    `with own as materialized (select id, lower(name) as name from portfolio.portfolios),
     names as materialized (select * from portfolio.current_symbols),
     chosen as (
       select r.row, coalesce(renamed.symbol, r.symbol) as symbol,
         case when renamed.symbol is not null then r.symbol end as recorded_symbol, r.trade_date, r.type, r.quantity,
         r.price, r.fee_tax, r.isin, r.security_id, r.asset_class, r.currency, r.note, r.execution_id, r.executed_at,
         own.id as portfolio_id
       from portfolio.import_rows r
       join own on own.name = lower(${PORTFOLIO_OF})
       left join lateral (
         select n.symbol from names n
         where n.portfolio_id = own.id and n.recorded = r.symbol and r.trade_date < n.until order by n.until limit 1
       ) renamed on true
       where r.import_id = ? and r.state = 'valid' and (?::int[] is null or r.row = any(?::int[]))
     ),
     executions as (
       select distinct on (portfolio_id, execution_id) *, 1 as file_rows from chosen where execution_id is not null
       order by portfolio_id, execution_id, row
     ),
     plain as (
       select *,
         count(*) over same_facts as repeats_of_row,
         row_number() over (partition by portfolio_id, symbol, trade_date, type, currency, price, quantity order by row) as nth
       from chosen where execution_id is null
       window same_facts as (partition by portfolio_id, symbol, trade_date, type, currency, price, quantity)
     ),
     keyed as (
       select *, case when max(repeats_of_row) over (partition by portfolio_id, symbol, trade_date, type, currency, price) > 1 and type <> 'SPLIT'
         then null else quantity end as own_quantity
       from plain where type <> 'SPLIT' or nth = 1
     ),
     aggregated as (
       select portfolio_id, symbol, trade_date, type,
         case when sum(quantity) = 0 and count(*) > 1 and type not in ('BUY', 'SELL') then price * count(*) else price end as price,
         sum(quantity) as quantity, sum(fee_tax) as fee_tax, min(isin) as isin, min(security_id) as security_id,
         min(asset_class) as asset_class, currency, string_agg(distinct note, '; ') as note, count(*)::int as file_rows, min(row) as row,
         min(recorded_symbol) as recorded_symbol, min(executed_at) as executed_at
       from keyed group by portfolio_id, symbol, trade_date, type, currency, price, own_quantity
     ),
     trades as (
       select portfolio_id, symbol, trade_date, type, quantity, price, fee_tax, currency, isin, security_id, asset_class, note, execution_id, file_rows, row, recorded_symbol, executed_at
       from executions
       union all
       select portfolio_id, symbol, trade_date, type, quantity, price, fee_tax, currency, isin, security_id, asset_class, note, null, file_rows, row, recorded_symbol, executed_at
       from aggregated
     ),
     written as (
       insert into portfolio.transactions (owner_user_id, portfolio_id, symbol, trade_date, type, quantity, price, fee_tax,
         currency, isin, security_id, asset_class, note, execution_id, recorded_symbol, executed_at, source, import_id, connection_id, is_opening)
       select ?::bigint, portfolio_id, symbol, trade_date, type, quantity, price, fee_tax, currency, isin, security_id,
         coalesce(asset_class, case when ?::text = 'Indian Equity' and currency = 'USD' then 'US Equity' else ?::text end), note, execution_id, recorded_symbol, executed_at, ?::text, ?::bigint, ?::bigint,
         case when type = 'BUY' then ?::boolean end
       from trades order by trade_date, row
       on conflict do nothing
       returning portfolio_id, symbol, trade_date, type, currency, quantity, price, execution_id
     ),
     -- What has just been written is not seen here.
     timed_executions as (
       update portfolio.transactions t set executed_at = n.executed_at
       from trades n
       where n.executed_at is not null and n.execution_id is not null and t.portfolio_id = n.portfolio_id
         and t.execution_id = n.execution_id and t.executed_at is null
       returning t.portfolio_id, t.symbol
     ),
     timed_facts as (
       update portfolio.transactions t set executed_at = n.executed_at
       from trades n
       where n.executed_at is not null and n.execution_id is null and t.portfolio_id = n.portfolio_id
         and t.execution_id is null and t.executed_at is null and t.symbol = n.symbol and t.trade_date = n.trade_date
         and t.type = n.type and t.quantity = n.quantity and t.price = n.price and t.currency = n.currency
       returning t.portfolio_id, t.symbol
     )
     select
       -- A row of the file for each row written, and the others of those that were added up. Grouped, not joined: without
       -- statistics of rows just made a join would be planned for a few of them.
       (select count(*)::int from written) + (select coalesce(sum(others), 0)::int from (
          select sum(others) as others from (
            select portfolio_id, symbol, trade_date, type, currency, quantity, price, file_rows - 1 as others
            from trades where file_rows > 1 and execution_id is null
            union all
            select portfolio_id, symbol, trade_date, type, currency, quantity, price, 0 from written where execution_id is null
          ) either group by portfolio_id, symbol, trade_date, type, currency, quantity, price having count(*) = 2
        ) both_of_them) as imported,
       (select count(*)::int from chosen) as chosen,
       (select count(*)::int from chosen) - (select coalesce(sum(file_rows), 0)::int from trades) as repeated,
       (select jsonb_agg(jsonb_build_object('portfolio_id', portfolio_id::text, 'symbol', symbol))
          from (select distinct portfolio_id, symbol from written) changed) as symbols,
       (select jsonb_agg(jsonb_build_object('portfolio_id', portfolio_id::text, 'symbol', symbol))
          from (select * from timed_executions union select * from timed_facts) later) as timed`,
    [
      choice.targetPortfolio,
      choice.fallbackPortfolio,
      choice.importId,
      choice.rows,
      choice.rows,
      userId,
      choice.defaultAssetClass,
      choice.defaultAssetClass,
      choice.source ?? 'CSV',
      choice.source === 'BROKER' ? null : choice.importId,
      choice.connectionId ?? null,
      choice.areOpenings === true ? true : null,
    ] as string[],
  );
  const result = rows[0];
  return {
    imported: result?.imported ?? 0,
    chosen: result?.chosen ?? 0,
    repeated: result?.repeated ?? 0,
    symbols: result?.symbols ?? [],
    timed: result?.timed ?? [],
  };
}
