import { type LatestClose, type MarketHistory, type PriceSource } from '../../market/index.ts';
import { bareSymbol, type Instrument, type Instruments } from '../../market/instruments/index.ts';
import { hasTicker } from '../../market/quotes/index.ts';
import { type Context, type Decimal, istDate, type People, toScale } from '../../platform/index.ts';
import {
  type ClosePrice,
  decideClose,
  type ProviderQuote,
  type QuoteDecision,
  type SeenPrice,
} from './quote-decision.ts';
import { inBatches } from './people-batches.ts';
import { type PricedHolding, UNPRICED_CLASSES } from './priced-holding.ts';
import { type QuoteService, StaleHoldings } from './quote-service.ts';

/** What became of a holding for which a close is on record. */
export type ClosePricing =
  | { holding: PricedHolding; close: ClosePrice; decision: QuoteDecision; refusal: null }
  | { holding: PricedHolding; close: null; decision: null; refusal: CloseRefusal };

/** A close that is not used, since a corporate action changed the price after it by nobody knows how much. */
interface CloseRefusal {
  reason: 'ACTION_SINCE_CLOSE';
  source: string;
  /** The day of the close. */
  as_of: string;
}

/** What pricing by closes did for everybody: no person and no amount among it. */
export interface ClosePricingResult {
  /** Holdings that have a new price. */
  priced: number;
  /** Symbols that stay without one, with the day of their last close. */
  refused: { symbol: string; as_of: string }[];
  /** People whose holdings could not be priced. */
  failed: number;
}

export type ClosePricingService = ReturnType<typeof createClosePricing>;

/** What the registry lists, whatever a person's file calls its class; funds are another thing of the same name. */
const LISTED = new Set(['Indian Equity', 'US Equity', 'ETF', 'Bond', 'Commodity']);

/**
 * Prices holdings by the newest closes on record: a close is a valid observation of before, for whoever has no newer price
 * (spec: States and transitions). Nobody outside is asked.
 */
export function createClosePricing(
  { clock, log }: Pick<Context, 'clock' | 'log'>,
  parts: {
    quotes: QuoteService;
    instruments: Pick<Instruments, 'resolver' | 'tickers'>;
    history: Pick<MarketHistory, 'latestCloses'>;
  },
) {
  const { quotes, history } = parts;

  /** The instrument of each holding; one that is not certainly known has none. */
  async function instrumentsOf(holdings: readonly PricedHolding[]): Promise<Map<PricedHolding, Instrument>> {
    const today = istDate(clock.now());
    const dayOf = ({ words_of }: PricedHolding) => words_of ?? today;
    const inRupees = holdings.filter(hasTicker);
    const tickers = await parts.instruments.tickers(
      inRupees.map((holding) => ({ symbol: holding.symbol, isin: holding.isin, on: dayOf(holding) })),
    );
    const byTicker = new Map(inRupees.map((holding, at) => [holding, tickers[at]]));
    const resolver = await parts.instruments.resolver();
    const found = new Map<PricedHolding, Instrument>();
    for (const holding of holdings) {
      const { resolution, assumed = null } = byTicker.get(holding) ?? {};
      const { symbol, isin } = holding;
      const last =
        resolution === undefined || (resolution.outcome === 'UNKNOWN' && assumed === null)
          ? resolver.resolve({ symbol: bareSymbol(symbol), isin, on: dayOf(holding) })
          : resolution;
      const instrument = assumed ?? (last.outcome === 'FOUND' ? last.instrument : null);
      if (instrument !== null && isSame(holding, instrument)) found.set(holding, instrument);
    }
    return found;
  }

  async function price(holders: People, holdings: readonly PricedHolding[]): Promise<ClosePricing[]> {
    const wanted = holdings.filter(({ asset_class }) => !UNPRICED_CLASSES.includes(asset_class));
    if (wanted.length === 0) return [];
    const instruments = await instrumentsOf(wanted);
    const latest = await history.latestCloses([...new Set([...instruments.values()].map(({ id }) => id))]);
    const known = wanted.flatMap((holding) => {
      const close = latest.get(instruments.get(holding)?.id ?? '');
      return close === undefined ? [] : [{ holding, close }];
    });
    const usable = known.flatMap(({ holding, close }) => {
      const quote = closePrice(close);
      return quote === null ? [] : [{ holding, quote }];
    });
    // Most are known already: what changes nothing takes no lock.
    const judged = usable.map((one) => ({
      ...one,
      decision: decideClose(seenPrice(one.holding), one.quote),
    }));
    const news = judged.filter(({ decision }) => decision.status === 'UPDATED');
    const written = await quotes.applyCloses(holders, news);
    const byHolding = new Map(news.map(({ holding }, at) => [holding, written[at]]));
    return [
      ...judged.map(({ holding, quote, decision }): ClosePricing => ({
        holding,
        close: quote,
        decision: byHolding.get(holding) ?? decision,
        refusal: null,
      })),
      ...known.flatMap(({ holding, close }): ClosePricing[] =>
        close.close === null
          ? [
              {
                holding,
                close: null,
                decision: null,
                refusal: { reason: 'ACTION_SINCE_CLOSE', source: sourceOf(close.source), as_of: close.day },
              },
            ]
          : [],
      ),
    ];
  }

  /** Prices holdings, and tries once more if they were replaced meanwhile. */
  async function priceHoldings(
    holders: People,
    read: () => Promise<PricedHolding[]>,
  ): Promise<ClosePricing[]> {
    const once = async () => await price(holders, await read());
    const done = await once().catch(async (error: unknown) => {
      if (!(error instanceof StaleHoldings)) throw error;
      return await once();
    });
    await quotes.record(
      holders,
      done.flatMap(({ holding, refusal }) =>
        refusal === null || holding.current_price !== null
          ? []
          : [
              {
                holding_id: holding.id,
                status: 'FAILED' as const,
                reason: refusal.reason,
                tried: [{ source: refusal.source, reason: refusal.reason }],
                quote: null,
              },
            ],
      ),
    );
    return done;
  }

  return {
    /**
     * Gives holdings the newest close on record where what they know is older. Another holding of theirs stays as it is.
     * @returns what became of those that have a close on record; the others are not there.
     * @throws StaleHoldings when one was replaced since it was read.
     */
    price,

    /** The value of the session before on record, for values of funds that come without one. By holding. */
    async previousNavs(
      values: readonly { holding: PricedHolding; quote: ProviderQuote }[],
    ): Promise<Map<PricedHolding, Pick<ProviderQuote, 'previous_close' | 'previous_as_of'>>> {
      if (values.length === 0) return new Map();
      const instruments = await instrumentsOf(values.map(({ holding }) => holding));
      const latest = await history.latestCloses([...new Set([...instruments.values()].map(({ id }) => id))]);
      return new Map(
        values.flatMap(({ holding, quote }) => {
          const known = latest.get(instruments.get(holding)?.id ?? '');
          if (known === undefined || known.day > quote.as_of) return [];
          const { day, close, previous_close } = known;
          return [
            [
              holding,
              day === quote.as_of ? { previous_close } : { previous_close: close, previous_as_of: day },
            ],
          ];
        }),
      );
    },

    /** `price` for those of a person's holdings that know no price at all, such as new ones. */
    async priceUnpriced(userId: string): Promise<ClosePricing[]> {
      return await priceHoldings(userId, async () => await quotes.unpriced(userId));
    },

    /** The same for all holdings of everybody. One person's failure keeps it from nobody else; a repeat changes nothing. */
    async priceEverybody(signal?: AbortSignal): Promise<ClosePricingResult> {
      const refused = new Map<string, string>();
      const round: ClosePricingResult = { priced: 0, refused: [], failed: 0 };
      const priceBatch = async (batch: readonly string[]) => {
        await quotes.setOwnPrices(batch);
        for (const { holding, decision, refusal } of await priceHoldings(batch, () =>
          quotes.holdings(batch),
        )) {
          if (decision?.status === 'UPDATED') round.priced += 1;
          if (refusal !== null) refused.set(holding.symbol, refusal.as_of);
        }
      };
      await inBatches(
        await quotes.people(),
        priceBatch,
        (userId, error) => {
          signal?.throwIfAborted();
          log.error({ err: error, user_id: userId }, 'holdings could not be priced from their last closes');
          round.failed += 1;
        },
        signal,
      );
      signal?.throwIfAborted();
      round.refused = [...refused].map(([symbol, as_of]) => ({ symbol, as_of }));
      return round;
    },
  };
}

function isSame({ asset_class, currency }: PricedHolding, instrument: Instrument): boolean {
  if (instrument.currency !== currency) return false;
  return LISTED.has(asset_class)
    ? LISTED.has(instrument.asset_class)
    : instrument.asset_class === (asset_class as string);
}

function seenPrice({
  current_price,
  previous_close,
  guard_price = null,
  price_as_of = null,
  ...rest
}: PricedHolding): SeenPrice {
  const exact = (price: number | null): Decimal | null => (price === null ? null : toScale(price));
  return {
    ...rest,
    price_as_of,
    current_price: exact(current_price),
    previous_close: exact(previous_close),
    guard_price: exact(guard_price),
  };
}

function closePrice({ day, close, previous_close, source, observed_at }: LatestClose): ClosePrice | null {
  if (close === null) return null;
  return { price: close, previous_close, as_of: day, source: sourceOf(source), observed_at };
}

/** A close that a person stored belongs to its session all the same; MANUAL prices of holdings belong to none. */
function sourceOf(source: PriceSource): string {
  return source === 'MANUAL' ? 'FILE' : source;
}
