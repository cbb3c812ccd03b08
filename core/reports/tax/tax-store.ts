import type { Transaction } from '../../platform/index.ts';
import { IS_REPLAYED, LEDGER_COLUMNS, type LedgerTransaction } from '../../portfolio/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';

/** A row of the ledger; `portfolio` holds the portfolio's id. */
export interface LedgerRow extends LedgerTransaction {
  id: string;
}

/** What a holding says of a symbol, beside its ledger. */
export interface HeldLabel {
  portfolio_id: string;
  symbol: string;
  name: string | null;
  isin: string | null;
  asset_class: AssetClass | null;
}

export interface DividendSum {
  currency: string;
  day: string;
  payments: number;
  /** Exact text. */
  gross: string;
  withheld: string;
}

/** Rows fetched at a time, so that reading a long ledger leaves room for other requests. */
const BATCH = 500;
/** Makes the names of open cursors differ, since two reports may be read at once. */
let cursors = 0;

/** The ledgers of some symbols up to a day in order of portfolio, symbol, date and id, a batch at a time. */
export async function* ledgerUpTo(
  trx: Transaction,
  keys: readonly { portfolio_id: string; symbol: string }[],
  day: string,
): AsyncGenerator<LedgerRow[]> {
  cursors += 1;
  const cursor = `tax_rows_${cursors}`;
  await trx.raw(
    `declare ${cursor} no scroll cursor for
     select ${LEDGER_COLUMNS}
     from portfolio.transactions t
     where t.trade_date <= ?::date and (t.portfolio_id, t.symbol) in (select * from unnest(?::bigint[], ?::text[]))
     order by t.portfolio_id, t.symbol, t.trade_date, t.id`,
    [day, keys.map((key) => key.portfolio_id), keys.map(({ symbol }) => symbol)],
  );
  for (;;) {
    const { rows } = await trx.raw<{ rows: LedgerRow[] }>(`fetch ${BATCH} from ${cursor}`);
    yield rows;
    if (rows.length < BATCH) break;
  }
  await trx.raw(`close ${cursor}`);
}

/** Symbols of which no row counts: they have no position. */
export async function symbolsWithoutPosition(
  trx: Transaction,
  portfolioId: string | null,
): Promise<{ portfolio_id: string; symbol: string }[]> {
  const { rows } = await trx.raw<{ rows: { portfolio_id: string; symbol: string }[] }>(
    `select distinct t.portfolio_id, t.symbol from portfolio.transactions t
     left join portfolio.positions l on l.portfolio_id = t.portfolio_id and l.symbol = t.symbol
     where l.symbol is null and (?::bigint is null or t.portfolio_id = ?::bigint)`,
    [portfolioId, portfolioId] as string[],
  );
  return rows;
}

export async function readHeldLabels(trx: Transaction): Promise<HeldLabel[]> {
  const { rows } = await trx.raw<{ rows: HeldLabel[] }>(
    `select portfolio_id::text, symbol, name, isin, asset_class from portfolio.holdings order by id`,
  );
  return rows;
}

/** Dividends that were paid in a span of days, by day and currency. */
export async function readDividends(
  trx: Transaction,
  portfolioId: string | null,
  { from, to }: { from: string; to: string },
): Promise<DividendSum[]> {
  const { rows } = await trx.raw<{ rows: DividendSum[] }>(
    `select currency, trade_date::text as day, count(*)::int as payments,
       sum(case when quantity = 0 then price else quantity * price end)::text as gross, sum(fee_tax)::text as withheld
     from portfolio.transactions t
     where type = 'DIVIDEND' and trade_date between ?::date and ?::date and ${IS_REPLAYED}
       and (?::bigint is null or portfolio_id = ?::bigint)
     group by currency, trade_date order by currency, trade_date`,
    [from, to, portfolioId, portfolioId] as string[],
  );
  return rows;
}
