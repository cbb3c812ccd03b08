import { overflowSentence, type SkippedRow } from '../ledger/index.ts';
import { BOUND, type DbTransaction } from '../../platform/index.ts';
import { rederivePositions, type PositionKey } from '../positions/index.ts';
import { type Choice, PORTFOLIO_OF } from '../records/index.ts';

/** No file has so many rows that numbers below this add up to the bound. */
const USUAL = BOUND / 1e6;

/**
 * Takes those rows out of a choice that would be added up (see `insertTransactions`) to more than can be kept: each is
 * invalid from now on, with its reason.
 */
export async function refuseSums(trx: DbTransaction, choice: Choice): Promise<void> {
  const { rows: large } = await trx.raw<{ rows: unknown[] }>(
    `select from portfolio.import_rows where import_id = ? and state = 'valid'
       and (abs(quantity) >= ? or abs(fee_tax) >= ? or price >= ?) limit 1`,
    [choice.importId, USUAL, USUAL, USUAL],
  );
  if (large.length === 0) return;
  await trx.raw(
    `update portfolio.import_rows r set state = 'invalid', issues = ?::jsonb
     from (
       select r.row,
         sum(abs(r.quantity)) over same as quantity, sum(abs(r.fee_tax)) over same as fee_tax, r.price * count(*) over same as price
       from portfolio.import_rows r
       where r.import_id = ? and r.state = 'valid' and r.execution_id is null and r.type <> 'SPLIT'
         and (?::int[] is null or r.row = any(?::int[]))
       window same as (partition by lower(${PORTFOLIO_OF}), r.symbol, r.trade_date, r.type, r.currency, r.price)
     ) summed
     where r.import_id = ? and r.row = summed.row and greatest(summed.quantity, summed.fee_tax, summed.price) >= ?`,
    [
      JSON.stringify([
        {
          field: 'quantity',
          message: 'is too large together with the rows of the same day and price. It must be below 10^15.',
        },
      ]),
      choice.importId,
      choice.rows,
      choice.rows,
      choice.targetPortfolio,
      choice.fallbackPortfolio,
      choice.importId,
      BOUND,
    ] as never,
  );
}

/**
 * Replays what an import touched, and takes those of its rows back with which a sum would be larger than can be kept: they
 * are invalid from now on, each with its reason, and the others stay.
 * @returns how many rows of the file were taken back.
 */
export async function rederiveImported(
  trx: DbTransaction,
  userId: string,
  choice: Choice,
  touched: PositionKey[],
  now: Date,
): Promise<number> {
  const overflowing = await rederivePositions(trx, userId, touched, now);
  if (overflowing.length === 0) return 0;
  const taken = await takeBack(trx, choice, overflowing, 'of the rows');
  const left = await rederivePositions(trx, userId, keysOf(overflowing), now);
  if (left.length === 0 && !(await isLeftOut(trx, overflowing))) return taken;
  // A row that was there before is left out because of rows of the file that come before it: these go, then.
  const more = await takeBack(trx, choice, overflowing, 'of the symbols');
  await rederivePositions(trx, userId, keysOf(overflowing), now);
  return taken + more;
}

/** Whether any of these rows is still there, and left out. */
async function isLeftOut(trx: DbTransaction, overflowing: readonly SkippedRow[]): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    'select from portfolio.skipped_rows where transaction_id = any(?::bigint[]) limit 1',
    [overflowing.map(({ transaction_id }) => transaction_id)] as never,
  );
  return rows.length > 0;
}

function keysOf(rows: readonly SkippedRow[]): PositionKey[] {
  return [
    ...new Map(
      rows.map(({ portfolio, symbol }) => [`${portfolio}\0${symbol}`, { portfolio_id: portfolio, symbol }]),
    ).values(),
  ];
}

/** Deletes what an import wrote of these rows, or of all that is of their symbols, and makes the rows of the file invalid. */
async function takeBack(
  trx: DbTransaction,
  { importId, targetPortfolio, fallbackPortfolio }: Choice,
  overflowing: readonly SkippedRow[],
  which: 'of the rows' | 'of the symbols',
): Promise<number> {
  const { rows: changed } = await trx.raw<{ rows: { row: number }[] }>(
    `with blamed as (
       select distinct on (portfolio_id, symbol) * from unnest(?::bigint[], ?::text[], ?::text[], ?::text[])
         as b (portfolio_id, symbol, field, message)
     ), gone as (
       delete from portfolio.transactions t using blamed b
       where t.import_id = ? and b.portfolio_id = t.portfolio_id and b.symbol = t.symbol and (?::boolean or t.id = any(?::bigint[]))
       returning t.*, b.field, b.message
     ), same as (
       select r.row, gone.id, gone.field, gone.message, gone.quantity = r.quantity as is_one
       from portfolio.import_rows r
       join portfolio.portfolios p on lower(p.name) = lower(${PORTFOLIO_OF})
       join gone on gone.portfolio_id = p.id and coalesce(gone.recorded_symbol, gone.symbol) = r.symbol and gone.trade_date = r.trade_date
         and gone.type = r.type and gone.currency = r.currency and gone.execution_id is not distinct from r.execution_id
         and (gone.execution_id is not null or gone.price = r.price)
       where r.import_id = ? and r.state = 'valid'
     ), matched as (
       -- A transaction is one row, or else all rows of its day and price added up.
       select distinct on (row) * from same
       where is_one or not exists (select from same other where other.id = same.id and other.is_one)
       order by row
     )
     update portfolio.import_rows r
     set state = 'invalid', issues = jsonb_build_array(jsonb_build_object('field', matched.field, 'message', matched.message))
     from matched where r.import_id = ? and r.row = matched.row
     returning r.row`,
    [
      overflowing.map(({ portfolio }) => portfolio),
      overflowing.map(({ symbol }) => symbol),
      overflowing.map(({ field }) => field ?? 'quantity'),
      overflowing.map((row) => `is too large. ${overflowSentence(row)}`),
      importId,
      which === 'of the symbols',
      overflowing.map(({ transaction_id }) => transaction_id),
      targetPortfolio,
      fallbackPortfolio,
      importId,
      importId,
    ] as never,
  );
  return changed.length;
}
