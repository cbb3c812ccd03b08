import type { DbTransaction } from '../../platform/index.ts';

/** One position of a person's ledger, with the names under which its rows were recorded. */
export interface LedgerHistory {
  portfolio_id: string;
  portfolio: string;
  /** As it is called today. */
  symbol: string;
  /** Every symbol and ISIN of its rows. */
  symbols: string[];
  isins: string[];
  currency: string;
  asset_class: string | null;
  /** Of the recorded rows, YYYY-MM-DD. */
  first_date: string;
  last_date: string;
}

/** Every position that anything was ever recorded of, in order of portfolio and symbol. */
export async function readLedgerHistories(trx: DbTransaction): Promise<LedgerHistory[]> {
  const { rows } = await trx.raw<{ rows: LedgerHistory[] }>(
    `select t.portfolio_id::text, p.name as portfolio, t.symbol,
       array_agg(distinct coalesce(t.recorded_symbol, t.symbol)) || array[t.symbol] as symbols,
       coalesce(array_agg(distinct t.isin) filter (where t.isin is not null), '{}') as isins,
       min(t.currency) as currency, max(t.asset_class) as asset_class, min(t.trade_date)::text as first_date,
       max(t.trade_date)::text as last_date
     from portfolio.transactions t join portfolio.portfolios p on p.id = t.portfolio_id
     group by t.portfolio_id, p.name, t.symbol order by p.name, t.symbol`,
  );
  return rows.map((row) => ({ ...row, symbols: [...new Set(row.symbols)] }));
}
