import { type Measured } from '../../finance/returns/index.ts';
import { bareSymbol, type Instruments } from '../../market/instruments/index.ts';
import type { MarketHistory } from '../../market/index.ts';
import type { HoldingView, PortfolioArea } from '../../portfolio/index.ts';
import { splitsOfLedgerAlone, type UnitRatio, unitsSince } from './price-series.ts';

/** Most splits that are read. */
const MOST_SPLITS = 200;

export interface HeldClosesParts {
  portfolio: Pick<PortfolioArea, 'holdings' | 'transactions'>;
  history: Pick<MarketHistory, 'closesOf' | 'ratiosOf'>;
  instruments: Pick<Instruments, 'resolver'>;
}

/** Closes of a held symbol in today's shares, by day. */
interface HeldCloses {
  symbol: string;
  currency: string;
  instrument_id: string;
  closes: Measured[];
  /** Splits that only the ledger has. */
  own_splits: UnitRatio[];
}

/** The closes of holdings from one day to another, both included, each symbol once; one without a series is not there. */
export async function readHeldCloses(
  { portfolio, history, instruments }: HeldClosesParts,
  userId: string,
  held: readonly Pick<HoldingView, 'symbol' | 'isin' | 'currency'>[],
  { from, to }: { from: string; to: string },
): Promise<HeldCloses[]> {
  const resolver = await instruments.resolver();
  const found = new Map(
    held.flatMap(({ symbol, isin, currency }) => {
      const answer = resolver.resolve({ symbol: bareSymbol(symbol), isin, on: to });
      return answer.outcome === 'FOUND' && answer.instrument.currency === currency
        ? [[`${symbol} ${currency}`, { symbol, currency, id: answer.instrument.id }]]
        : [];
    }),
  );
  const ids = [...new Set([...found.values()].map(({ id }) => id))];
  const [series, ratios, splits] = await Promise.all([
    history.closesOf(ids, { from, to }),
    history.ratiosOf(ids),
    portfolio.transactions.list(userId, { type: 'SPLIT', from, page_size: MOST_SPLITS }),
  ]);
  return [...found.values()].flatMap(({ symbol, currency, id }) => {
    const one = series.get(id);
    if (one === undefined) return [];
    const known = (ratios.get(id) ?? []).map(({ ex_date, new_shares, old_shares }) => ({
      date: ex_date,
      ratio: new_shares / old_shares,
    }));
    const own = splits.items.filter((row) => row.symbol === symbol);
    const portfolios = [...new Set(own.map((row) => row.portfolio))];
    const own_splits = splitsOfLedgerAlone(
      portfolios.map((name) => ({ rows: own.filter((row) => row.portfolio === name) })),
      known,
    );
    const closes = one.days.map((day, at) => ({
      day,
      value: (one.closes[at] ?? 0) / unitsSince(day, own_splits),
    }));
    return [{ symbol, currency, instrument_id: id, closes, own_splits }];
  });
}
