import { type Measured } from '../../finance/returns/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import type { MarketHistory } from '../../market/index.ts';
import { dayText, pricesNeeded, readPriceBooks } from '../../performance/index.ts';
import { type Context, istDate } from '../../platform/index.ts';
import type { HoldingView, PortfolioArea, ReadUndecided } from '../../portfolio/index.ts';
import { splitsOfLedgerAlone, type UnitRatio, unitsSince } from './price-series.ts';

/** Splits of the span that are looked through. */
const MOST_SPLITS = 200;

export interface HoldingPricesParts {
  portfolio: Pick<PortfolioArea, 'holdings' | 'transactions'>;
  history: Pick<MarketHistory, 'closesOf' | 'ratiosOf'>;
  instruments: Pick<Instruments, 'resolver'>;
  readUndecided: ReadUndecided;
}

/** Prices of holdings that share them. */
interface HoldingPrices {
  symbol: string;
  currency: string;
  /** The portfolio that has prices of its own; null for those of all portfolios. */
  portfolio: string | null;
  holdings: HoldingView[];
  /** Null where the registry does not know the symbol. */
  instrument_id: string | null;
  /** Of one share of today, in the order of their days. */
  prices: Measured[];
  /** Splits that the market's actions lack: only the ledger has them, or they wait for a decision. */
  own_splits: UnitRatio[];
}

/**
 * The prices of holdings from one day to another, both included, by the rule of the daily values: a close of the market comes
 * before an observed price of its day, and prices of own trades are not among them. Money has no prices.
 */
export async function readHoldingPrices(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { portfolio, history, instruments, readUndecided }: HoldingPricesParts,
  userId: string,
  all: readonly HoldingView[],
  { from, to }: { from: string; to: string },
): Promise<HoldingPrices[]> {
  const today = istDate(clock.now());
  const held = new Map(all.filter((one) => one.asset_class !== 'Cash').map((one) => [one.id, one]));
  const symbols = [...new Set([...held.values()].map(({ symbol }) => symbol))];
  const [books, resolver, undecided, splits] = await Promise.all([
    database.readAsUser(userId, (trx) => readPriceBooks(trx, { symbols, from, to })),
    instruments.resolver(),
    readUndecided(userId),
    portfolio.transactions.list(userId, { type: 'SPLIT', from, page_size: MOST_SPLITS }),
  ]);
  // Symbols without transactions are among the needed ones as records of today.
  const recorded = books.holdings.map(({ portfolio_id, symbol, currency }) => {
    const units = { days: [], units: [], average: null };
    return { portfolio: portfolio_id, symbol, currency, ...units };
  });
  const needed = new Map(
    pricesNeeded({ ...books, recorded }, resolver, today).map((one) => [keyOf(one), one]),
  );
  const ids = [...new Set([...needed.values()].flatMap(({ instrumentId }) => instrumentId ?? []))];
  const [closes, ratios] = await Promise.all([
    history.closesOf(ids, { from, to, adjusted: false }),
    history.ratiosOf(ids),
  ]);
  const found = new Map<string, HoldingPrices>();
  for (const { id, portfolio_id, symbol, currency } of books.holdings) {
    const holding = held.get(id);
    const of =
      needed.get(keyOf({ symbol, currency, portfolio: portfolio_id })) ??
      needed.get(keyOf({ symbol, currency }));
    if (holding === undefined || of === undefined) continue;
    const known = found.get(keyOf(of));
    if (known !== undefined) {
      known.holdings.push(holding);
      continue;
    }
    const { instrumentId } = of;
    const market = (ratios.get(instrumentId ?? '') ?? []).map(({ ex_date, new_shares, old_shares }) => ({
      date: ex_date,
      ratio: new_shares / old_shares,
    }));
    const own_splits = splitsOfLedgerAlone(
      [...ledgersOf(splits.items, symbol), ...waitingOf(undecided, symbol, today)],
      market,
    );
    const counted = [...market.filter(({ date }) => date <= today), ...own_splits];
    const series = closes.get(instrumentId ?? '');
    const byDay = new Map(of.observed.map(({ day, price }) => [dayText(day), price]));
    for (const [at, day] of (series?.days ?? []).entries()) byDay.set(day, series?.closes[at] ?? 0);
    found.set(keyOf(of), {
      symbol,
      currency,
      portfolio: of.portfolio === undefined ? null : holding.portfolio,
      holdings: [holding],
      instrument_id: instrumentId,
      prices: [...byDay]
        .filter(([day]) => from <= day && day <= to)
        .map(([day, price]) => ({ day, value: price / unitsSince(day, counted) }))
        .sort((one, other) => (one.day < other.day ? -1 : 1)),
      own_splits,
    });
  }
  return [...found.values()];
}

const keyOf = (of: { symbol: string; currency: string; portfolio?: string | undefined }): string =>
  [of.symbol, of.currency, of.portfolio ?? ''].join('\0');

type SplitRow = Parameters<typeof splitsOfLedgerAlone>[0][number]['rows'][number];

/** The splits of a symbol by portfolio: the same one in several is one. */
function ledgersOf(rows: readonly (SplitRow & { portfolio: string; symbol: string })[], symbol: string) {
  const own = rows.filter((row) => row.symbol === symbol);
  const portfolios = [...new Set(own.map((row) => row.portfolio))];
  return portfolios.map((name) => ({ rows: own.filter((row) => row.portfolio === name) }));
}

/** Splits that wait for the person's decision: whatever becomes of them, the fall of the price on their day is no loss. */
const waitingOf = (undecided: Awaited<ReturnType<ReadUndecided>>, symbol: string, today: string) =>
  undecided.flatMap(({ symbol: name, from: date, ratio }) =>
    name === symbol && date <= today && ratio !== null && ratio !== 1
      ? [{ rows: [{ type: 'SPLIT', date, quantity: ratio }] }]
      : [],
  );
