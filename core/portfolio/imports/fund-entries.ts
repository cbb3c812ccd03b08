import type { DbTransaction } from '../../platform/index.ts';
import { type Choice, PORTFOLIO_OF, withoutNestedLoops } from '../records/index.ts';

/** The folio that the note of a row names, in small letters and without its check digit; null where it names none. */
export const FOLIO = (t: string) => `substring(lower(${t}.note) from '\\mfolio ([0-9a-z]+)')`;

/** A scheme's name without the code behind it, and without the dash at which it was cut. */
const NAME = (t: string) => `lower(btrim(regexp_replace(${t}.symbol, ' [(][^()]*[)]$', ''), ' -'))`;
/** Shorter beginnings of a name say too little. */
const SHORTEST_NAME = 12;

/** The rows of funds that are chosen, `r`, with the id of their portfolio. */
const FUND_ROWS = `portfolio.import_rows r
  join portfolio.portfolios p on lower(p.name) = lower(${PORTFOLIO_OF})
  where r.import_id = ? and r.state = 'valid' and r.asset_class = 'Mutual Fund' and (?::int[] is null or r.row = any(?::int[]))`;

const bindingsOf = (choice: Choice) => [
  choice.targetPortfolio,
  choice.fallbackPortfolio,
  choice.importId,
  choice.rows,
  choice.rows,
];

/** Whether any of the chosen transactions is of a fund. */
export async function hasFunds(trx: DbTransaction, choice: Choice): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { found: boolean }[] }>(
    `select exists (
       select from portfolio.import_rows
       where import_id = ? and state = 'valid' and asset_class = 'Mutual Fund' and (?::int[] is null or row = any(?::int[]))
     ) as found`,
    [choice.importId, choice.rows, choice.rows] as never,
  );
  return rows[0]?.found === true;
}

/**
 * Registrars, fund houses and platforms write the name of a scheme differently, cut it off, or leave out its ISIN. Rows of a
 * folio get the symbol under which the portfolio has the scheme of that folio already: one of the same ISIN, or, where one
 * of both has none, of a name that begins alike. Nothing happens where several schemes come into question.
 */
export async function alignFundSymbols(trx: DbTransaction, choice: Choice): Promise<void> {
  await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw(
        `with fresh as materialized (
       select r.row, p.id as portfolio_id, r.symbol, r.isin, ${FOLIO('r')} as folio, ${NAME('r')} as name from ${FUND_ROWS}
     ),
     recorded as materialized (
       select t.portfolio_id, ${FOLIO('t')} as folio, t.symbol, ${NAME('t')} as name, min(t.isin) as isin
       from portfolio.transactions t
       where t.portfolio_id in (select portfolio_id from fresh) and t.asset_class = 'Mutual Fund'
         and ${FOLIO('t')} in (select folio from fresh)
       group by 1, 2, 3, 4
     ),
     same as (
       select f.row, min(k.symbol) as symbol, min(k.isin) as isin
       from fresh f join recorded k on k.portfolio_id = f.portfolio_id and k.folio = f.folio
         and case when f.isin is not null and k.isin is not null then f.isin = k.isin
           else least(length(f.name), length(k.name)) >= ${SHORTEST_NAME}
             and (starts_with(f.name, k.name) or starts_with(k.name, f.name)) end
       where not exists (
         select from recorded k where k.portfolio_id = f.portfolio_id and k.folio = f.folio and k.symbol = f.symbol
       )
       group by f.row having count(*) = 1
     )
     update portfolio.import_rows r set symbol = same.symbol, isin = coalesce(r.isin, same.isin)
     from same where r.import_id = ? and r.row = same.row`,
        [...bindingsOf(choice), choice.importId] as never,
      ),
  );
}

/**
 * Leaves out entries of funds that another file has brought: a consolidated statement numbers its entries, tables of registrars
 * and platforms do not. What counts are the units of a fund that one folio bought, or sold, on a day; of dividends their
 * number, since some files show them before tax.
 * @returns how many rows
 */
export async function leaveOutRecordedFundEntries(trx: DbTransaction, choice: Choice): Promise<number> {
  const { rowCount } = await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw<{ rowCount: number }>(
        `with fresh as materialized (
       select r.row, p.id as portfolio_id, r.symbol, r.trade_date, r.type, r.quantity, ${FOLIO('r')} as folio,
         r.execution_id is not null as has_id
       from ${FUND_ROWS} and r.type in ('BUY', 'SELL', 'DIVIDEND') and (r.execution_id is null or r.execution_id like 'cas:%')
     ),
     days as (
       select portfolio_id, symbol, trade_date, type, folio, has_id, sum(quantity) as units, count(*) as entries
       from fresh group by portfolio_id, symbol, trade_date, type, folio, has_id
     ),
     known as (
       select d.* from days d where exists (
         select from portfolio.transactions t
         where t.portfolio_id = d.portfolio_id and t.symbol = d.symbol and t.trade_date = d.trade_date and t.type = d.type
           and t.asset_class = 'Mutual Fund'
           and case when d.has_id then t.execution_id is null else t.execution_id like 'cas:%' end
           and (d.folio is null or ${FOLIO('t')} is null or ${FOLIO('t')} = d.folio)
         having case when d.type = 'DIVIDEND' then count(*) = d.entries
           else count(*) > 0 and abs(sum(t.quantity) - d.units) <= 0.001 * d.entries end
       )
     )
     delete from portfolio.import_rows r
     where r.import_id = ? and r.row in (
       select f.row from fresh f join known k on k.portfolio_id = f.portfolio_id and k.symbol = f.symbol
         and k.trade_date = f.trade_date and k.type = f.type and k.folio is not distinct from f.folio and k.has_id = f.has_id
     )`,
        [...bindingsOf(choice), choice.importId] as never,
      ),
  );
  return rowCount;
}
