import { type Measured } from '../../finance/returns/index.ts';
import { type Context, istDate } from '../../platform/index.ts';
import type { HoldingView, PortfolioArea, ReadUndecided } from '../../portfolio/index.ts';
import { splitsOfLedgerAlone, type UnitRatio, unitRatio, unitsSince } from './price-series.ts';
import {
  readSymbolPrices,
  type SymbolPrices,
  type SymbolPricesParts,
  waitingSplits,
} from './symbol-prices.ts';

/** Splits of the span that are looked through. */
const MOST_SPLITS = 200;

export interface HoldingPricesParts extends SymbolPricesParts {
  portfolio: Pick<PortfolioArea, 'holdings' | 'transactions'>;
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

/** The prices of holdings from one day to another, both included. Money has none. */
export async function readHoldingPrices(
  context: Pick<Context, 'clock' | 'database'>,
  parts: HoldingPricesParts,
  userId: string,
  all: readonly HoldingView[],
  { from, to }: { from: string; to: string },
): Promise<HoldingPrices[]> {
  const today = istDate(context.clock.now());
  const held = new Map(all.filter((one) => one.asset_class !== 'Cash').map((one) => [one.id, one]));
  const symbols = [...new Set([...held.values()].map(({ symbol }) => symbol))];
  const [priced, undecided, splits] = await Promise.all([
    readSymbolPrices(context, parts, userId, symbols, { from, to }),
    parts.readUndecided(userId),
    parts.portfolio.transactions.list(userId, { type: 'SPLIT', from, page_size: MOST_SPLITS }),
  ]);
  const found = new Map<SymbolPrices, HoldingPrices>();
  for (const row of priced.holdings) {
    const [holding, of] = [held.get(row.id), priced.of(row)];
    if (holding === undefined || of === undefined) continue;
    const known = found.get(of);
    if (known !== undefined) {
      known.holdings.push(holding);
      continue;
    }
    const { symbol, currency } = row;
    const market = of.actions.map(unitRatio);
    const own_splits = splitsOfLedgerAlone(
      [...ledgersOf(splits.items, symbol), ...waitingSplits(undecided, symbol, today)],
      market,
    );
    const counted = [...market.filter(({ date }) => date <= today), ...own_splits];
    found.set(of, {
      symbol,
      currency,
      portfolio: of.is_own ? holding.portfolio : null,
      holdings: [holding],
      instrument_id: of.instrument_id,
      prices: of.prices.map(({ day, value }) => ({ day, value: value / unitsSince(day, counted) })),
      own_splits,
    });
  }
  return [...found.values()];
}

type SplitRow = Parameters<typeof splitsOfLedgerAlone>[0][number]['rows'][number];

/** The splits of a symbol by portfolio: the same one in several is one. */
function ledgersOf(rows: readonly (SplitRow & { portfolio: string; symbol: string })[], symbol: string) {
  const own = rows.filter((row) => row.symbol === symbol);
  const portfolios = [...new Set(own.map((row) => row.portfolio))];
  return portfolios.map((name) => ({ rows: own.filter((row) => row.portfolio === name) }));
}
