import type { DbTransaction } from '../../platform/index.ts';
import { TRADE_SOURCE } from '../../portfolio/index.ts';
import type { DayNumber } from './daily-series.ts';
import { readRecordedHoldings } from './recorded-holdings-store.ts';
import type { HeldUnits } from './recorded-units.ts';

/** A portfolio of the person; the protected one stands for all of them. */
interface BookRow {
  id: string;
  name: string;
  currency: string;
  is_protected: boolean;
}

/** A symbol of the ledger. `mark` changes with every change of its rows. */
export interface PositionRow {
  portfolio_id: string;
  symbol: string;
  currency: string;
  isin: string | null;
  asset_class: string | null;
  first_date: string | null;
  last_date: string | null;
  mark: string;
  /** Its transactions. */
  rows: number;
}

/** A holding with its newest price, unless its own trades gave that, and whether the ledger has as many units of it. */
interface HoldingRow {
  id: string;
  portfolio_id: string;
  symbol: string;
  currency: string;
  isin: string | null;
  asset_class: string;
  price: number | null;
  priced_on: string | null;
  /** Of `price`. */
  price_source: string | null;
  has_other_quantity: boolean;
  /** The ledger has nothing of it. */
  is_by_hand: boolean;
  quantity: string | null;
  /** Cost of one unit in its currency. */
  average: number | null;
}

/** Prices of a symbol from statements, a broker or the person. */
interface ObservedRow {
  /** 0: of all portfolios. */
  portfolio_id: string;
  symbol: string;
  currency: string;
  /** By day number, with the source. */
  prices: [day: DayNumber, price: number, source: string | null][];
}

/** A corporate action that the person said does not concern the position. */
interface DeclinedRow {
  portfolio_id: string;
  /** As it is called today. */
  symbol: string;
  ex_date: string;
}

/** A symbol as it was recorded, and the one that it has since a day. */
interface RenameRow {
  recorded: string;
  until: string;
  symbol: string;
}

export interface Books {
  portfolios: BookRow[];
  positions: PositionRow[];
  holdings: HoldingRow[];
  observed: ObservedRow[];
  declined: DeclinedRow[];
  /** By day, the earliest first. */
  renames: RenameRow[];
  /** Holdings that transactions do not explain, as snapshots have them. */
  recorded: HeldUnits[];
}

/** The records that decide the prices of symbols, beside the market's closes. */
export type PriceBooks = Pick<Books, 'positions' | 'holdings' | 'observed' | 'renames'>;

/** Symbols of today, and the days of their prices. */
interface PriceSpan {
  symbols: readonly string[];
  /** YYYY-MM-DD, both included. */
  from: string;
  to: string;
}

/** @param span null for all symbols and days. */
export async function readPriceBooks(trx: DbTransaction, span: PriceSpan | null): Promise<PriceBooks> {
  const symbols = span?.symbols ?? null;
  const { rows: renames } = await trx.raw<{ rows: RenameRow[] }>(
    `select distinct recorded, until, symbol from portfolio.current_symbols
     where ?::text[] is null or symbol = any(?::text[]) order by until`,
    [symbols, symbols] as never,
  );
  const names = symbols && [...new Set([...symbols, ...renames.map(({ recorded }) => recorded)])];
  // A position is written anew with every change of its rows: the transaction that wrote it tells one from the other.
  const { rows: positions } = await trx.raw<{ rows: PositionRow[] }>(
    `select portfolio_id, symbol, currency, isin, asset_class, first_date, last_date,
       xmin::text || ' ' || transactions_count as mark, transactions_count::int as rows
     from portfolio.positions where ?::text[] is null or symbol = any(?::text[]) order by portfolio_id, symbol`,
    [names, names] as never,
  );
  const { rows: holdings } = await trx.raw<{ rows: HoldingRow[] }>(
    `select h.id, h.portfolio_id, h.symbol, h.currency, h.isin, h.asset_class,
       case when h.current_price > 0 and h.price_source is distinct from '${TRADE_SOURCE}' then h.current_price::float8 end as price,
       coalesce(h.price_as_of, (h.priced_at at time zone 'Asia/Kolkata')::date) as priced_on,
       h.price_source, h.quantity is distinct from coalesce(l.quantity, 0) as has_other_quantity, l.symbol is null as is_by_hand,
       h.quantity::text as quantity,
       h.avg_buy_price::float8 as average
     from portfolio.holdings h
     left join portfolio.positions l on l.portfolio_id = h.portfolio_id and l.symbol = h.symbol
     where ?::text[] is null or h.symbol = any(?::text[])
     order by h.portfolio_id, h.symbol`,
    [names, names] as never,
  );
  // With them, the days of each symbol are one range of the index.
  const currencies = [...new Set([...positions, ...holdings].map(({ currency }) => currency))];
  const { rows: observed } = await trx.raw<{ rows: ObservedRow[] }>(
    `select portfolio_id, symbol, currency,
       json_agg(json_build_array(day - date '1970-01-01', price::float8, source)) as prices
     from portfolio.observed_prices
     where ?::text[] is null or (symbol = any(?::text[]) and currency = any(?::text[]) and day between ?::date and ?::date)
     group by portfolio_id, symbol, currency order by symbol, currency, portfolio_id desc`,
    [names, names, currencies, span?.from ?? null, span?.to ?? null] as never,
  );
  return { positions, holdings, observed, renames };
}

/** All that decides what is to be calculated, without the rows themselves: a few small queries. */
export async function readBooks(trx: DbTransaction, today: DayNumber): Promise<Books> {
  const { rows: portfolios } = await trx.raw<{ rows: BookRow[] }>(
    'select id, name, base_currency as currency, is_protected from portfolio.portfolios order by id',
  );
  const priced = await readPriceBooks(trx, null);
  const { rows: declined } = await trx.raw<{ rows: DeclinedRow[] }>(
    `select a.portfolio_id, coalesce(n.symbol, a.symbol) as symbol, a.ex_date
     from portfolio.ledger_actions a
     left join lateral (
       select c.symbol from portfolio.current_symbols c
       where c.portfolio_id = a.portfolio_id and c.recorded = a.symbol and a.ex_date <= c.until
       order by c.until limit 1
     ) n on true
     where a.status = 'DECLINED'`,
  );
  const unexplained = priced.holdings.filter(
    ({ has_other_quantity, is_by_hand }) => has_other_quantity || is_by_hand,
  );
  const networth = portfolios.find(({ is_protected }) => is_protected);
  const recorded = await readRecordedHoldings(trx, networth?.id, unexplained, today);
  return { portfolios, ...priced, declined, recorded };
}

/** An instrument, and the first day whose closes are wanted; null for all. */
export interface ClosesSpan {
  id: string;
  from: string | null;
}

/** Packed closes of one instrument. */
interface ClosesRow {
  id: string;
  /** Packed by `int4send`; null without closes. */
  days: Uint8Array | null;
  /** As `numeric_send` packs them: a conversion to doubles would take Postgres as long as all the rest. */
  closes: Uint8Array | null;
}

const DAY = (column: string) => `int4send(${column} - date '1970-01-01')`;

/** The closes of instruments as traded: one walk along the index for each of them, and no sorting. */
export async function readPackedCloses(
  trx: DbTransaction,
  wanted: readonly ClosesSpan[],
): Promise<ClosesRow[]> {
  const { rows } = await trx.raw<{ rows: ClosesRow[] }>(
    `select i.id::text as id, c.*
     from unnest(?::bigint[], ?::date[]) as i (id, since)
     cross join lateral (
       select string_agg(${DAY('day')}, ''::bytea) as days, string_agg(numeric_send(close), ''::bytea) as closes
       from (
         select day, close from portfolio.price_history
         where instrument_id = i.id and day >= coalesce(i.since, '-infinity') order by day
       ) h
     ) c`,
    [wanted.map(({ id }) => id), wanted.map(({ from }) => from as string)],
  );
  return rows;
}

/** All rates between two currencies, whichever way round they are kept. */
export async function readPackedRates(
  trx: DbTransaction,
  pairs: readonly { from: string; to: string }[],
): Promise<{ from: string; to: string; days: Uint8Array; figures: Uint8Array }[]> {
  if (pairs.length === 0) return [];
  const { rows } = await trx.raw<{
    rows: { from: string; to: string; days: Uint8Array; figures: Uint8Array }[];
  }>(
    `select q.base as "from", q.quote as "to", string_agg(${DAY('f.day')}, ''::bytea order by f.day) as days,
       string_agg(float8send((case when f.base = q.base then f.rate else 1 / f.rate end)::float8), ''::bytea
         order by f.day) as figures
     from unnest(?::text[], ?::text[]) as q (base, quote)
     join market.fx_rates f on (f.base, f.quote) in ((q.base, q.quote), (q.quote, q.base))
     group by q.base, q.quote`,
    [pairs.map(({ from }) => from), pairs.map(({ to }) => to)],
  );
  return rows;
}
