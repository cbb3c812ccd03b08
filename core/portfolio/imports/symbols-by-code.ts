import type { CompanyNames } from '../../market/instruments/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import { type Choice, PORTFOLIO_OF, withoutNestedLoops } from '../records/index.ts';

/** A share as the rows of a file name it. */
interface NamedByCode {
  portfolio_id: string;
  code: string;
  /** Every name it goes by, the first of the file first: companies change theirs, and keep their code. */
  names: string[];
  /** What the portfolio has under this code already. */
  recorded_symbol: string | null;
  recorded_isin: string | null;
}

/**
 * Rows that name an Indian share by its company and the code of BSE, without an ISIN, get the symbol by which that code
 * goes in the portfolio already; else the ticker and ISIN of the company in the registry of instruments, where its name
 * leaves no doubt; else the first name that the file gives the code. A row recorded once is recognised by that symbol
 * again, whatever becomes known meanwhile.
 */
export async function alignSymbolsByCode(
  trx: DbTransaction,
  choice: Choice,
  companies: CompanyNames,
): Promise<void> {
  const rowsOfPortfolio = `from portfolio.import_rows r
     join portfolio.portfolios p on lower(p.name) = lower(${PORTFOLIO_OF})
     where r.import_id = ? and r.state = 'valid' and r.isin is null and r.asset_class = 'Indian Equity'
       and r.security_id ~ '^[0-9]{6}$'`;
  const ofChoice = [choice.targetPortfolio, choice.fallbackPortfolio, choice.importId];
  const { rows } = await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw<{ rows: NamedByCode[] }>(
        `with named as (
       select p.id as portfolio_id, r.security_id as code, r.symbol as name, min(r.row) as row
       ${rowsOfPortfolio} group by p.id, r.security_id, r.symbol
     ),
     recorded as (
       select distinct on (portfolio_id, security_id) portfolio_id, security_id as code, symbol, isin
       from portfolio.transactions
       where (portfolio_id, security_id) in (select portfolio_id, code from named) and asset_class = 'Indian Equity'
       order by portfolio_id, security_id, id
     )
     select portfolio_id::text, code, array_agg(name order by named.row) as names, min(recorded.symbol) as recorded_symbol,
       min(recorded.isin) as recorded_isin
     from named left join recorded using (portfolio_id, code) group by portfolio_id, code`,
        ofChoice as never,
      ),
  );
  if (rows.length === 0) return;
  const known = rows.map((row) => ({ ...row, ...knownAs(row, companies) }));
  await withoutNestedLoops(
    trx,
    async () =>
      await trx.raw(
        `with known as (select * from unnest(?::bigint[], ?::text[], ?::text[], ?::text[]) as k (portfolio_id, code, symbol, isin)),
     wanted as (
       select r.row, known.symbol, known.isin
       from (select r.row, r.security_id, p.id as portfolio_id ${rowsOfPortfolio}) r
         join known on known.portfolio_id = r.portfolio_id and known.code = r.security_id
     )
     update portfolio.import_rows r set symbol = wanted.symbol, isin = wanted.isin from wanted
     where r.import_id = ? and r.row = wanted.row`,
        [
          known.map(({ portfolio_id }) => portfolio_id),
          known.map(({ code }) => code),
          known.map(({ symbol }) => symbol),
          known.map(({ isin }) => isin),
          ...ofChoice,
          choice.importId,
        ] as never,
      ),
  );
}

function knownAs(
  { names, recorded_symbol, recorded_isin }: NamedByCode,
  companies: CompanyNames,
): { symbol: string; isin: string | null } {
  if (recorded_symbol !== null) return { symbol: recorded_symbol, isin: recorded_isin };
  const listed = names.flatMap((name) => companies(name) ?? []).filter(({ currency }) => currency === 'INR');
  const [first] = listed;
  // Names of different companies under one code are no proof of either.
  return first !== undefined && listed.every(({ id }) => id === first.id)
    ? { symbol: first.symbol, isin: first.isin }
    : { symbol: names[0] ?? '', isin: null };
}
