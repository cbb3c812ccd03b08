import type { DbTransaction } from '../../platform/index.ts';
import { type Choice, PORTFOLIO_OF } from './insert-transactions.ts';
import { withoutNestedLoops } from './without-nested-loops.ts';

/** Amounts that differ by no more than this differ by the rounding of an average price. */
const ROUNDING = 0.01;

/** What a trade or dividend comes to; a dividend of no units has all of it as its price. */
const AMOUNT = (t: string) =>
  `case when ${t}.quantity = 0 then ${t}.price else ${t}.quantity * ${t}.price end`;

/** Staged rows that all go into one portfolio. */
interface RowsOfFile {
  importId: string;
  rows: null;
  portfolio: string;
}

/**
 * Leaves out of a file or a sync the trades, dividends and splits of a symbol and day that another file, a sync or a person
 * has recorded. Where one side numbers its executions and the other does not, they are the same if the units and the amount
 * of the whole day are; of dividends the amount, since some files show the units that were paid for. Two rows with numbers,
 * and two without, are compared one by one when they are written.
 * @returns how many rows
 */
export async function leaveOutRecordedDays(trx: DbTransaction, choice: RowsOfFile | Choice): Promise<number> {
  const { targetPortfolio, fallbackPortfolio } =
    'portfolio' in choice
      ? { targetPortfolio: choice.portfolio, fallbackPortfolio: choice.portfolio }
      : choice;
  const { rowCount } = await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw<{ rowCount: number }>(
        `with fresh as materialized (
       select r.row, p.id as portfolio_id, r.symbol, r.trade_date, r.type, r.currency, r.quantity, ${AMOUNT('r')} as amount,
         r.execution_id is not null as has_id
       from portfolio.import_rows r
         join portfolio.portfolios p on lower(p.name) = lower(${PORTFOLIO_OF})
       where r.import_id = ? and r.state = 'valid' and (?::int[] is null or r.row = any(?::int[]))
         and r.type in ('BUY', 'SELL', 'DIVIDEND', 'SPLIT') and r.asset_class is distinct from 'Mutual Fund'
     ),
     days as materialized (
       select portfolio_id, symbol, trade_date, type, currency, has_id, sum(quantity) as units, sum(amount) as amount
       from fresh group by portfolio_id, symbol, trade_date, type, currency, has_id
     ),
     recorded as materialized (
       select portfolio_id, symbol, trade_date, type, currency, execution_id is not null as has_id, sum(quantity) as units,
         sum(${AMOUNT('t')}) as amount
       from portfolio.transactions t
       where t.portfolio_id in (select portfolio_id from days)
         and t.trade_date between (select min(trade_date) from days) and (select max(trade_date) from days)
       group by 1, 2, 3, 4, 5, 6
     ),
     known as (
       select d.* from days d join recorded t on t.portfolio_id = d.portfolio_id and t.symbol = d.symbol
         and t.trade_date = d.trade_date and t.type = d.type and t.currency = d.currency and t.has_id <> d.has_id
         and (t.units = d.units or t.type = 'DIVIDEND') and abs(t.amount - d.amount) <= ${ROUNDING}
     )
     delete from portfolio.import_rows r
     where r.import_id = ? and r.row in (
       select f.row from fresh f join known k on k.portfolio_id = f.portfolio_id and k.symbol = f.symbol
         and k.trade_date = f.trade_date and k.type = f.type and k.currency = f.currency and k.has_id = f.has_id
     )`,
        [
          targetPortfolio,
          fallbackPortfolio,
          choice.importId,
          choice.rows,
          choice.rows,
          choice.importId,
        ] as never,
      ),
  );
  return rowCount;
}
