import type { DbTransaction } from '../../../platform/index.ts';
import { createLedger, type LedgerTransaction } from '../../ledger/index.ts';
import { ledgerBatches, type PositionKey } from '../../positions/index.ts';
import { tickersByIsin } from '../symbols-by-isin.ts';
import type { RealisedReport } from '../rows/index.ts';
import { compareRealised } from './compare-realised.ts';
import type { OwnLot, ShareComparison } from './comparison.ts';
import { ownLots } from './own-lots.ts';

/** The realised gains of a report beside those of one portfolio, share by share. */
interface LedgerComparison {
  /** The portfolio they are compared with; null where none has a trade of any of these shares. */
  portfolio: string | null;
  shares: ShareComparison[];
}

interface Sold extends PositionKey {
  name: string;
}

/**
 * Compares a report with the portfolio that it is of: the one that is named if it has any of its shares, else the one in which
 * most of its shares agree. What that portfolio sold within the days of the report counts, whether the report knows it or not.
 */
export async function compareWithLedger(
  trx: DbTransaction,
  report: RealisedReport,
  named: string,
): Promise<LedgerComparison> {
  const tickers = await tickersByIsin(
    trx,
    report.lots.flatMap(({ isin }) => isin ?? []),
  );
  const keys = await soldKeys(trx, report, [...tickers.values()]);
  const byName = new Map<string, Sold[]>();
  for (const key of keys) byName.set(key.name, [...(byName.get(key.name) ?? []), key]);
  const own = [...byName.keys()].find((name) => name.toLowerCase() === named.toLowerCase());
  const candidates = own === undefined ? [...byName.keys()] : [own];
  let best: LedgerComparison = { portfolio: null, shares: compareRealised(report, []) };
  for (const portfolio of candidates) {
    const lots = await lotsOf(trx, byName.get(portfolio) ?? []);
    const shares = compareRealised(withTickers(report, tickers, lots), lots);
    if (best.portfolio === null || agreeing(shares) > agreeing(best.shares)) best = { portfolio, shares };
  }
  return best;
}

const agreeing = (shares: readonly ShareComparison[]): number => shares.filter(({ agrees }) => agrees).length;

/** A report that names companies, beside trades that have tickers and no ISIN: what neither ties gets its ticker. */
function withTickers(
  report: RealisedReport,
  tickers: ReadonlyMap<string, string>,
  own: readonly OwnLot[],
): RealisedReport {
  const known = new Set(own.flatMap(({ isin, symbol }) => [isin ?? '', symbol.toUpperCase()]));
  const lots = report.lots.map((lot) => {
    if ((lot.isin !== null && known.has(lot.isin)) || known.has(lot.symbol.toUpperCase())) return lot;
    return { ...lot, symbol: tickers.get(lot.isin ?? '') ?? lot.symbol };
  });
  return { ...report, lots };
}

/** Shares that were sold within the days of the report, in portfolios that have any share of it. */
async function soldKeys(
  trx: DbTransaction,
  { from, to, lots }: RealisedReport,
  tickers: readonly string[],
): Promise<Sold[]> {
  const symbols = [
    ...new Set([...lots.map(({ symbol }) => symbol), ...tickers].map((one) => one.toUpperCase())),
  ];
  const isins = [...new Set(lots.flatMap(({ isin }) => isin ?? []))];
  const { rows } = await trx.raw<{ rows: Sold[] }>(
    `with of_report as materialized (
       select distinct t.portfolio_id, t.symbol from portfolio.transactions t
       where upper(t.symbol) = any(?::text[]) or upper(t.recorded_symbol) = any(?::text[]) or t.isin = any(?::text[])
     ),
     sold as (
       select distinct t.portfolio_id, t.symbol from portfolio.transactions t
       where t.type = 'SELL' and t.portfolio_id in (select portfolio_id from of_report)
         and (?::date is null or t.trade_date >= ?::date) and (?::date is null or t.trade_date <= ?::date)
     )
     select portfolio_id::text, symbol, p.name
     from (select * from of_report union select * from sold) k join portfolio.portfolios p on p.id = k.portfolio_id
     order by p.name, symbol`,
    [symbols, symbols, isins, from, from, to, to] as never,
  );
  return rows;
}

async function lotsOf(trx: DbTransaction, keys: readonly PositionKey[]): Promise<OwnLot[]> {
  const lots: OwnLot[] = [];
  let rows: LedgerTransaction[] = [];
  const finish = (): void => {
    if (rows.length === 0) return;
    const ledger = createLedger();
    for (const row of rows) ledger.apply(row);
    for (const position of ledger.result().positions) lots.push(...ownLots(position, rows));
    rows = [];
  };
  for await (const batch of ledgerBatches(trx, { keys }))
    for (const row of batch) {
      if (rows[0] !== undefined && rows[0].symbol !== row.symbol) finish();
      rows.push(row);
    }
  finish();
  return lots;
}
