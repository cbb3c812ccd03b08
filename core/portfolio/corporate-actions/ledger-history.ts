import type { DbTransaction } from '../../platform/index.ts';
import { compareInReplay, type LedgerTransaction } from '../ledger/index.ts';
import { daysOfSecurity, readLedgerRows } from '../positions/index.ts';
import { type IsinChange, isinChanges } from './isin-changes.ts';

/** One position of a person's ledger, with the names under which its rows were recorded. */
export interface LedgerHistory {
  owner_user_id: string;
  portfolio_id: string;
  portfolio: string;
  /** As it is called today. */
  symbol: string;
  /** Every symbol and ISIN of its rows. */
  symbols: string[];
  isins: string[];
  /** Where its recorded trades go on under another ISIN, the oldest first. */
  isin_changes: IsinChange[];
  currency: string;
  asset_class: string | null;
  /** Of all rows, YYYY-MM-DD. */
  first_date: string;
  /** Of the recorded rows, which tell the symbol of their day; of all where none is recorded. */
  last_date: string;
}

/** Every position of these people that anything was ever recorded of, in order of portfolio and symbol. */
export async function readLedgerHistories(
  trx: DbTransaction,
  owners: readonly string[],
): Promise<LedgerHistory[]> {
  const { rows } = await trx.raw<{ rows: Omit<LedgerHistory, 'isin_changes'>[] }>(
    `with named as (
       select portfolio_id, symbol, array_agg(distinct coalesce(recorded_symbol, symbol)) || array[symbol] as symbols,
         coalesce(array_agg(distinct isin) filter (where isin is not null), '{}') as isins,
         min(currency) as currency, max(asset_class) as asset_class
       from portfolio.transaction_counts where owner_user_id = any(?::bigint[]) group by portfolio_id, symbol)
     select p.owner_user_id, n.portfolio_id::text, p.name as portfolio, n.symbol, n.symbols, n.isins, n.currency, n.asset_class,
       days.first_day::text as first_date,
       coalesce((select max(t.trade_date) from portfolio.transactions t
         where t.portfolio_id = n.portfolio_id and t.symbol = n.symbol and t.action_id is null),
         days.last_day)::text as last_date
     from named n join portfolio.portfolios p on p.id = n.portfolio_id and p.owner_user_id = any(?::bigint[])
     cross join ${daysOfSecurity({ portfolio_id: 'n.portfolio_id', symbol: 'n.symbol' })}
     order by p.name, n.symbol`,
    [[...owners], [...owners]],
  );
  // One share may be traded in several portfolios: what one of them tells of its ISIN and price holds for all.
  const shares = new Map<string, string[]>();
  for (const row of rows) shares.set(shareOf(row), [...(shares.get(shareOf(row)) ?? []), ...row.isins]);
  const keys = rows.filter(
    (row) => row.asset_class !== 'Mutual Fund' && new Set(shares.get(shareOf(row))).size > 1,
  );
  if (keys.length === 0) return rows.map((row) => historyOf(row, []));
  const traded = new Map<string, LedgerTransaction[]>();
  const ownerOf = new Map(rows.map(({ portfolio_id, owner_user_id }) => [portfolio_id, owner_user_id]));
  for (const one of (await readLedgerRows(trx, { keys, isRecorded: true })).sort(compareInReplay)) {
    const share = shareOf({ ...one, owner_user_id: ownerOf.get(one.portfolio) ?? '' });
    const before = traded.get(share);
    if (before === undefined) traded.set(share, [one]);
    else before.push(one);
  }
  return rows.map((row) => historyOf(row, traded.get(shareOf(row)) ?? []));
}

const shareOf = (of: { owner_user_id: string; currency: string; symbol: string }): string =>
  `${of.owner_user_id}\0${of.currency}\0${of.symbol}`;

/** The changes of ISIN in the recorded rows of two symbols of a portfolio together, as one share would have them. */
export async function readJoinedChanges(
  trx: DbTransaction,
  { portfolio_id, symbols }: { portfolio_id: string; symbols: readonly [string, string] },
): Promise<IsinChange[]> {
  const keys = symbols.map((symbol) => ({ portfolio_id, symbol }));
  const rows = await readLedgerRows(trx, { keys, isRecorded: true });
  return isinChanges(rows.map((row) => ({ ...row, symbol: symbols[1] })).sort(compareInReplay));
}

function historyOf(
  row: Omit<LedgerHistory, 'isin_changes'>,
  traded: readonly LedgerTransaction[],
): LedgerHistory {
  const own = traded.filter(({ portfolio }) => portfolio === row.portfolio_id);
  return { ...row, symbols: [...new Set(row.symbols)], isin_changes: isinChanges(traded, own) };
}
