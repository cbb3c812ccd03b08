import type { DbTransaction } from '../../platform/index.ts';
import type { ImportType } from './rows/index.ts';
import { type Choice, PORTFOLIO_OF } from '../records/index.ts';
import type { Importer } from './importers/index.ts';

/** SQL of the ticker of each ISIN in the registry of instruments. */
const tickersOf = (wanted: string): string =>
  `select distinct on (isin) isin, symbol from market.instruments
   where isin ${wanted} order by isin, delisted_on is not null, exchange <> 'NSE', id`;

/** The tickers of shares by their ISINs, as far as the registry of instruments has them. */
export async function tickersByIsin(
  trx: DbTransaction,
  isins: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await trx.raw<{ rows: { isin: string; symbol: string }[] }>(
    tickersOf('= any(?::text[])'),
    [[...new Set(isins)]] as never,
  );
  return new Map(rows.map(({ isin, symbol }) => [isin, symbol]));
}

/**
 * Rows of files that name shares and funds in their own way (INFTEC, "HDFC BANK LTD", a fund's name of that year) get
 * the symbol by which their ISIN goes in the portfolio already: that of the first trade recorded with it, or of the
 * holding; else its ticker in the registry of instruments, else what the file calls it first. A row recorded once is
 * recognised by that symbol again, whatever becomes known meanwhile.
 */
export async function alignSymbols(
  trx: DbTransaction,
  choice: Choice,
  type: ImportType,
  which: NonNullable<Importer['symbolsByIsin']>,
): Promise<void> {
  const of = (field: string) => (type === 'transactions' ? `r.${field}` : `(r.payload ->> '${field}')`);
  const funds = which === 'funds' ? `and ${of('asset_class')} = 'Mutual Fund'` : '';
  const [before, after] = type === 'transactions' ? ['recorded', 'held'] : ['held', 'recorded'];
  await trx.raw(
    `with named as materialized (
       select r.row, p.id as portfolio_id, ${of('isin')} as isin, ${of('symbol')} as symbol
       from portfolio.import_rows r
       join portfolio.portfolios p on lower(p.name) = lower(${PORTFOLIO_OF})
       where r.import_id = ? and r.state = 'valid' and ${of('isin')} is not null ${funds}
     ),
     recorded as (
       select distinct on (portfolio_id, isin) portfolio_id, isin, symbol from portfolio.transactions
       where (portfolio_id, isin) in (select portfolio_id, isin from named) order by portfolio_id, isin, id
     ),
     held as (
       select distinct on (portfolio_id, isin) portfolio_id, isin, symbol from portfolio.holdings
       where (portfolio_id, isin) in (select portfolio_id, isin from named) order by portfolio_id, isin, id
     ),
     listed as (
       ${tickersOf('in (select isin from named)')}
     ),
     known as (
       select named.row, coalesce(${before}.symbol, ${after}.symbol, listed.symbol,
         first_value(named.symbol) over (partition by portfolio_id, isin order by named.row)) as symbol
       from named left join recorded using (portfolio_id, isin) left join held using (portfolio_id, isin)
         left join listed using (isin)
     )
     update portfolio.import_rows r set ${
       type === 'transactions'
         ? 'symbol = known.symbol'
         : `payload = jsonb_set(r.payload, '{symbol}', to_jsonb(known.symbol))`
     }
     from known where r.import_id = ? and r.row = known.row and ${of('symbol')} <> known.symbol`,
    [choice.targetPortfolio, choice.fallbackPortfolio, choice.importId, choice.importId] as never,
  );
}
