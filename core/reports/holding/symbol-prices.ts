import { type Measured } from '../../finance/returns/index.ts';
import type { Instruments } from '../../market/instruments/index.ts';
import type { effectiveRatios, MarketHistory } from '../../market/index.ts';
import { dayText, pricesNeeded, readPriceBooks } from '../../performance/index.ts';
import { type Context, istDate } from '../../platform/index.ts';
import type { ReadUndecided } from '../../portfolio/index.ts';

export interface SymbolPricesParts {
  history: Pick<MarketHistory, 'closesOf' | 'ratiosOf'>;
  instruments: Pick<Instruments, 'resolver'>;
}

/** Prices of a symbol, in all portfolios or in one that has prices of its own. */
export interface SymbolPrices {
  is_own: boolean;
  /** Null where the registry does not know the symbol. */
  instrument_id: string | null;
  /** Of one share of their days, in the order of these. */
  prices: Measured[];
  /** Splits and bonuses of the market, oldest first; announced ones are among them. */
  actions: ReturnType<typeof effectiveRatios>;
}

interface Position {
  portfolio_id: string;
  symbol: string;
  currency: string;
}

/**
 * The prices of symbols from one day to another, both included, by the rule of the daily values: a close of the market comes
 * before an observed price of its day, and prices of own trades are not among them.
 * @returns the holdings of these symbols, and the prices of each position; the same object for those that share them.
 */
export async function readSymbolPrices(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { history, instruments }: SymbolPricesParts,
  userId: string,
  symbols: readonly string[],
  { from, to }: { from: string; to: string },
) {
  const [books, resolver] = await Promise.all([
    database.readAsUser(userId, (trx) => readPriceBooks(trx, { symbols, from, to })),
    instruments.resolver(),
  ]);
  // Symbols without transactions are among the needed ones as records of today.
  const recorded = books.holdings.map(({ portfolio_id, symbol, currency }) => {
    const units = { days: [], units: [], average: null };
    return { portfolio: portfolio_id, symbol, currency, ...units };
  });
  const needed = pricesNeeded({ ...books, recorded }, resolver, istDate(clock.now()));
  const ids = [...new Set(needed.flatMap(({ instrumentId }) => instrumentId ?? []))];
  const [closes, ratios] = await Promise.all([
    history.closesOf(ids, { from, to, adjusted: false }),
    history.ratiosOf(ids),
  ]);
  const found = new Map(
    needed.map(({ symbol, currency, portfolio, instrumentId, observed }): [string, SymbolPrices] => {
      const series = closes.get(instrumentId ?? '');
      const byDay = new Map(observed.map(({ day, price }) => [dayText(day), price]));
      for (const [at, day] of (series?.days ?? []).entries()) byDay.set(day, series?.closes[at] ?? 0);
      return [
        keyOf({ symbol, currency, portfolio_id: portfolio ?? '' }),
        {
          is_own: portfolio !== undefined,
          instrument_id: instrumentId,
          prices: [...byDay]
            .filter(([day]) => from <= day && day <= to)
            .map(([day, value]) => ({ day, value }))
            .sort((one, other) => (one.day < other.day ? -1 : 1)),
          actions: ratios.get(instrumentId ?? '') ?? [],
        },
      ];
    }),
  );
  return {
    holdings: books.holdings,
    of: (position: Position): SymbolPrices | undefined =>
      found.get(keyOf(position)) ?? found.get(keyOf({ ...position, portfolio_id: '' })),
  };
}

const keyOf = ({ symbol, currency, portfolio_id }: Position): string =>
  [symbol, currency, portfolio_id].join('\0');

/** Splits that wait for the person's decision: whatever becomes of them, the fall of the price on their day is no loss. */
export const waitingSplits = (undecided: Awaited<ReturnType<ReadUndecided>>, wanted: string, today: string) =>
  undecided.flatMap(({ symbol, from: date, ratio }) =>
    symbol === wanted && date <= today && ratio !== null && ratio !== 1
      ? [{ rows: [{ type: 'SPLIT', date, quantity: ratio }] }]
      : [],
  );
