import { bareSymbol, type Instruments, type Resolver } from '../../market/instruments/index.ts';
import { createCache, istDate, type Clock } from '../../platform/index.ts';
import type { HoldingBeta, PortfolioArea, HoldingWithoutBeta } from '../../portfolio/index.ts';
import {
  INDEX_SERIES,
  type IndexSeries,
  type MarketHistory,
  type SeriesCode,
} from '../../market/history/index.ts';
import { type Beta, betaOf, type DailySeries, WINDOW } from '../../finance/risk/index.ts';

/** What a holding of a class can be in the registry. */
const CLASSES: Readonly<Partial<Record<HoldingWithoutBeta['asset_class'], readonly string[]>>> = {
  'Indian Equity': ['Indian Equity'],
  'US Equity': ['US Equity'],
  ETF: ['ETF'],
  Commodity: ['ETF'],
};
/** The index of an exchange's own market. */
const HOME: Readonly<Record<string, SeriesCode>> = {
  NSE: 'NIFTY50',
  BSE: 'NIFTY50',
  NYSE: 'SP500',
  NASDAQ: 'SP500',
};

interface BetaDependencies {
  clock: Clock;
  portfolio: { betas: PortfolioArea['betas'] };
  instruments: Pick<Instruments, 'resolver'>;
  history: Pick<MarketHistory, 'closesOf'>;
  /** Closes of an index since a day, in order. */
  indexCloses: (code: SeriesCode, from: string) => Promise<{ day: string; value: number }[]>;
}

/** One round over everybody's holdings: what is the same for all of them is read once. */
export interface BetaRound {
  /** Works out the betas of a person's holdings. @returns how many holdings changed. */
  enrich(userId: string): Promise<number>;
}

/** Betas of holdings against the index of their home market (spec: Scheduler, daily_beta_enrichment). */
export function createBetaService({ clock, portfolio, instruments, history, indexCloses }: BetaDependencies) {
  return {
    async begin(): Promise<BetaRound> {
      const today = istDate(clock.now());
      const resolver = await instruments.resolver();
      const indexes = createCache<IndexWindow>({ most: Number.POSITIVE_INFINITY });
      const known = new Map<string, Beta>();
      const windowOf = (code: SeriesCode) => indexes.read(code, '', () => indexWindow(code, indexCloses));

      async function workOut(wanted: readonly Found[]): Promise<void> {
        for (const [code, found] of grouped(wanted)) {
          const index = await windowOf(code);
          const ids = [...new Set(found.map(({ instrumentId }) => instrumentId))].filter(
            (id) => !known.has(id),
          );
          const from = index.series.days[0];
          const series =
            ids.length === 0 || from === undefined
              ? new Map<string, DailySeries>()
              : await history.closesOf(ids, { from });
          for (const id of ids)
            known.set(id, betaOf(series.get(id) ?? { days: [], closes: [] }, index.series, index.name));
        }
      }

      return {
        async enrich(userId) {
          const holdings = await portfolio.betas.wanted(userId);
          const found = holdings.map((holding) => find(holding, resolver, today));
          await workOut(found.filter((one) => typeof one !== 'string'));
          const betas = holdings.map(({ id }, at): HoldingBeta => {
            const one = found[at];
            if (one === undefined || typeof one === 'string')
              return { id, beta: null, as_of: null, reason: one ?? null };
            return { id, ...(known.get(one.instrumentId) ?? { beta: null, as_of: null, reason: null }) };
          });
          return await portfolio.betas.write(userId, holdings, betas);
        },
      };
    },
  };
}

export type BetaService = ReturnType<typeof createBetaService>;

interface Found {
  instrumentId: string;
  index: SeriesCode;
}

/** The instrument of a holding and the index of its market, or why there is none. */
function find(holding: HoldingWithoutBeta, resolver: Resolver, on: string): Found | string {
  const resolved = resolver.resolve({ isin: holding.isin, symbol: bareSymbol(holding.symbol), on });
  if (resolved.outcome === 'AMBIGUOUS') return 'Several instruments in the registry have this symbol.';
  if (resolved.outcome === 'UNKNOWN') return 'It is not in the instrument registry.';
  const { id, asset_class, exchange } = resolved.instrument;
  if (CLASSES[holding.asset_class]?.includes(asset_class) !== true)
    return 'The instrument registry has this symbol for another instrument.';
  const index = exchange === null ? undefined : HOME[exchange];
  return index === undefined ? 'No index is known for its exchange.' : { instrumentId: id, index };
}

interface IndexWindow {
  name: string;
  series: DailySeries;
}

/** The closes behind the last returns of an index. */
async function indexWindow(code: SeriesCode, closes: BetaDependencies['indexCloses']): Promise<IndexWindow> {
  const all = (await closes(code, '1990-01-01')).slice(-(WINDOW + 1));
  const { name } = INDEX_SERIES.find((one) => one.code === code) as IndexSeries;
  return { name, series: { days: all.map(({ day }) => day), closes: all.map(({ value }) => value) } };
}

function grouped(wanted: readonly Found[]): Map<SeriesCode, Found[]> {
  const groups = new Map<SeriesCode, Found[]>();
  for (const one of wanted) groups.set(one.index, [...(groups.get(one.index) ?? []), one]);
  return groups;
}
