import type { Decimal, DbTransaction } from '../../platform/index.ts';
import type { KnownSymbol, SyncedTrade } from '../../brokers/index.ts';
import { type Choice, insertTransactions, withoutNestedLoops } from '../records/index.ts';
import type { PositionKey, Stock } from '../positions/index.ts';

/**
 * Stages some trades of a sync, as the rows of a file are; what may be left out again is marked so, and what the person is asked
 * about has a payload.
 */
export async function stageTrades(
  trx: DbTransaction,
  userId: string,
  stagingId: string,
  firstRow: number,
  trades: readonly SyncedTrade[],
): Promise<void> {
  if (trades.length === 0) return;
  // Knex does not know that an array may hold nulls; the driver does.
  const of = (key: keyof SyncedTrade) => trades.map((trade) => trade[key] ?? null) as string[];
  await trx.raw(
    `insert into portfolio.import_rows (owner_user_id, import_id, row, state, symbol, trade_date, type, quantity, price,
       fee_tax, isin, security_id, asset_class, currency, execution_id, executed_at, payload)
     select ?::bigint, ?::bigint, * from unnest(?::int[], ?::text[], ?::text[], ?::date[], ?::text[], ?::numeric[],
       ?::numeric[], ?::numeric[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::time[], ?::jsonb[])`,
    [
      userId,
      stagingId,
      trades.map((_, index) => firstRow + index),
      trades.map(stateOf),
      of('symbol'),
      of('date'),
      of('type'),
      of('quantity'),
      of('price'),
      of('fee_tax'),
      of('isin'),
      of('security_id'),
      of('asset_class'),
      of('currency'),
      of('execution_id'),
      of('executed_at'),
      trades.map(({ candidates, is_intraday }) =>
        candidates === undefined ? null : JSON.stringify({ is_intraday }),
      ) as string[],
    ],
  );
}

/** What is to be asked about counts for nothing yet. */
function stateOf({ candidates, is_intraday }: SyncedTrade): string {
  if (candidates !== undefined) return 'invalid';
  return is_intraday ? 'excluded' : 'valid';
}

/** Inserts the staged trades of a portfolio that are not recorded yet. @param rows null: all that are not intraday. */
export async function insertStaged(
  trx: DbTransaction,
  userId: string,
  { importId, connectionId }: { importId: string; connectionId: string | null },
  portfolio: string,
  rows: number[] | null,
): Promise<{ imported: number; symbols: PositionKey[]; timed: PositionKey[] }> {
  const choice: Choice = {
    importId,
    connectionId,
    rows,
    targetPortfolio: portfolio,
    fallbackPortfolio: portfolio,
    defaultAssetClass: null,
    source: 'BROKER',
  };
  return await insertTransactions(trx, userId, choice);
}

/**
 * Gives recorded trades the charges that the broker did not tell at first: some come a day after the trade. Charges that
 * are there already stay as they are, and so does a trade that the broker tells otherwise: a row is of one version.
 */
export async function completeCharges(
  trx: DbTransaction,
  stagingId: string,
  portfolioId: string,
): Promise<PositionKey[]> {
  const { rows } = await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw<{ rows: PositionKey[] }>(
        `update portfolio.transactions t set fee_tax = told.fee_tax
     from (
       select distinct on (execution_id) execution_id, fee_tax, trade_date, type, quantity, currency, price
       from portfolio.import_rows
       where import_id = ? and fee_tax > 0 and execution_id is not null order by execution_id, row
     ) told
     where t.portfolio_id = ? and t.execution_id = told.execution_id and t.source = 'BROKER' and t.fee_tax = 0
       and (t.trade_date, t.type, t.quantity, t.currency) = (told.trade_date, told.type, told.quantity, told.currency)
       and abs(t.price - told.price) < 0.01
       and not exists (
         select from portfolio.broker_changes c
         where c.portfolio_id = t.portfolio_id and c.subject = t.execution_id and c.state in ('OPEN', 'LATER', 'KEPT'))
     returning t.portfolio_id, t.symbol`,
        [stagingId, portfolioId],
      ),
  );
  return rows;
}

/** How many staged trades count, each execution once, and how many of them are intraday. */
export async function countStaged(
  trx: DbTransaction,
  stagingId: string,
): Promise<{ trades: number; intraday: number }> {
  const { rows } = await trx.raw<{ rows: { trades: number; intraday: number }[] }>(
    `select count(distinct execution_id)::int as trades,
       (count(distinct execution_id) filter (where state = 'excluded'))::int as intraday
     from portfolio.import_rows where import_id = ? and state <> 'invalid'`,
    [stagingId],
  );
  return rows[0] ?? { trades: 0, intraday: 0 };
}

/** Staged intraday trades that are not recorded yet, by symbol and day; only days on which bought and sold differ. */
export async function intradayDays(
  trx: DbTransaction,
  stagingId: string,
  portfolioId: string,
): Promise<{ symbol: string; date: string; net: Decimal; rows: number[] }[]> {
  const { rows } = await trx.raw<{ rows: { symbol: string; date: string; net: Decimal; rows: number[] }[] }>(
    `with fills as (
       select distinct on (execution_id) execution_id, row, symbol, trade_date, type, quantity
       from portfolio.import_rows where import_id = ? and state = 'excluded' and type in ('BUY', 'SELL')
       order by execution_id, row
     )
     select symbol, trade_date::text as date, array_agg(row order by row) as rows,
       sum(case type when 'BUY' then quantity else -quantity end) as net
     from fills f
     where not exists (
       select from portfolio.transactions t where t.portfolio_id = ? and t.execution_id = f.execution_id
     )
     group by symbol, trade_date
     having sum(case type when 'BUY' then quantity else -quantity end) <> 0`,
    [stagingId, portfolioId],
  );
  return rows;
}

/** Lets staged intraday trades count like the others. */
export async function admit(trx: DbTransaction, stagingId: string, rows: number[]): Promise<void> {
  await trx.raw(
    `update portfolio.import_rows set state = 'valid' where import_id = ? and row = any(?::int[])`,
    [stagingId, rows],
  );
}

/** What the ledger says of symbols of a portfolio; `unmatched` units were sold without a purchase. */
export async function ledgerQuantities(
  trx: DbTransaction,
  portfolioId: string,
  symbols: readonly string[],
): Promise<
  Map<string, { quantity: Decimal; unmatched: Decimal; average: Decimal | null; transactions: number }>
> {
  const { rows } = await trx.raw<{
    rows: {
      symbol: string;
      quantity: Decimal;
      unmatched_quantity: Decimal;
      average_cost: Decimal | null;
      transactions_count: number;
    }[];
  }>(
    `select symbol, quantity, unmatched_quantity, average_cost, transactions_count from portfolio.positions where portfolio_id = ? and symbol = any(?::text[])`,
    [portfolioId, symbols as string[]],
  );
  return new Map(
    rows.map(({ symbol, quantity, unmatched_quantity, average_cost, transactions_count }) => [
      symbol,
      { quantity, unmatched: unmatched_quantity, average: average_cost, transactions: transactions_count },
    ]),
  );
}

/** Every symbol of a portfolio's holdings and transactions with the ISIN and security id it goes by. */
export async function knownSymbols(trx: DbTransaction, portfolioId: string): Promise<KnownSymbol[]> {
  const { rows } = await trx.raw<{ rows: KnownSymbol[] }>(
    `select symbol, isin, null as security_id from portfolio.holdings where portfolio_id = ?
     union
     select distinct symbol, isin, security_id from portfolio.transactions where portfolio_id = ?
     order by symbol, isin, security_id`,
    [portfolioId, portfolioId],
  );
  return rows;
}

/** Keeps the stock of a broker beside its holdings: nothing that is shown changes by it. */
export async function keepStock(
  trx: DbTransaction,
  portfolioId: string,
  found: readonly { symbol: string; stock: Stock }[],
): Promise<void> {
  // Knex does not know that an array may hold nulls or decimals; the driver does.
  const of = (key: keyof Stock) => found.map(({ stock }) => stock[key]) as string[];
  await trx.raw(
    `update portfolio.holdings h set stock_quantity = v.quantity, stock_average = v.average, stock_settled_to = v.settled_to,
       stock_day = v.day, stock_expected = v.expected
     from unnest(?::text[], ?::numeric[], ?::numeric[], ?::date[], ?::date[], ?::numeric[])
       as v (symbol, quantity, average, settled_to, day, expected)
     where h.portfolio_id = ? and h.symbol = v.symbol and h.source = 'BROKER'
       and (h.stock_quantity, h.stock_average, h.stock_settled_to, h.stock_day, h.stock_expected)
         is distinct from (v.quantity, v.average, v.settled_to, v.day, v.expected)`,
    [
      found.map(({ symbol }) => symbol),
      of('quantity'),
      of('average'),
      of('settled_to'),
      of('day'),
      of('expected'),
      portfolioId,
    ],
  );
}
