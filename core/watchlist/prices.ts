import type { InstrumentQuotes } from '../market/index.ts';
import type { PriceSessions } from '../market/calendar/index.ts';
import { type Context, Decimal, istDate, type DbTransaction } from '../platform/index.ts';
import type { PricedHolding } from '../portfolio/index.ts';
import type { Reading } from './alert-state.ts';
import { WatchlistItemModel } from './models.ts';

/** What is known of an instrument's price; null with the reason. */
export interface KnownPrice {
  price: number | null;
  previous_close: number | null;
  /** Day of the price at its market. */
  as_of: string | null;
  source: string | null;
  priced_at: string | null;
  /** Code of why there is no price, or no newer one. */
  reason: string | null;
}

/** A quote younger than this is not asked for again. */
const FRESH_MS = 60_000;
/** A person waits no longer than that for quotes. */
const PATIENCE_MS = 8_000;

/**
 * The newer one of what was asked for on the item's behalf and of the price on the same thing held, so that both show one
 * price.
 */
export function priceOf(item: WatchlistItemModel, held: readonly PricedHolding[]): KnownPrice {
  const own: KnownPrice = {
    price: item.price?.toNumber() ?? null,
    previous_close: item.previous_close?.toNumber() ?? null,
    as_of: item.price_as_of,
    source: item.price_source,
    priced_at: item.priced_at?.toISOString() ?? null,
    reason: item.price_reason ?? (item.price === null ? 'NOT_ASKED_YET' : null),
  };
  const candidates = held
    .filter((one) => isSame(one, item) && one.current_price !== null)
    .map((one): KnownPrice => ({
      price: one.current_price,
      previous_close: one.previous_close,
      as_of: one.price_as_of ?? (one.priced_at === null ? null : istDate(one.priced_at)),
      source: one.price_source,
      priced_at: one.priced_at?.toISOString() ?? null,
      reason: null,
    }));
  // By the day of the price first: what was asked for later may be of an earlier day.
  const age = ({ as_of, priced_at }: KnownPrice) => `${as_of ?? ''} ${priced_at ?? ''}`;
  return candidates.reduce((best, one) => (best.price === null || age(one) > age(best) ? one : best), own);
}

export const isSame = (
  held: Pick<PricedHolding, 'symbol' | 'currency'>,
  item: Pick<WatchlistItemModel, 'symbol' | 'currency'>,
): boolean => held.symbol === item.symbol && held.currency === item.currency;

/** The day's change in percentage points of the previous close. */
export function dayMove({
  price,
  previous_close,
}: Pick<KnownPrice, 'price' | 'previous_close'>): number | null {
  if (price === null || previous_close === null || !(previous_close > 0)) return null;
  return Math.round(((price - previous_close) / previous_close) * 100e9) / 1e9;
}

/** A price as an alert reads it. */
export function priceReading(known: KnownPrice): Reading {
  return known.price === null
    ? { value: null, day: null, reason: known.reason ?? 'NO_PRICE' }
    : { value: known.price, day: known.as_of, reason: null };
}

/** A day's move as an alert reads it. */
export function moveReading(known: KnownPrice): Reading {
  const value = dayMove(known);
  if (value !== null) return { value, day: known.as_of, reason: null };
  return {
    value: null,
    day: null,
    reason: known.price === null ? (known.reason ?? 'NO_PRICE') : 'NO_PREVIOUS_CLOSE',
  };
}

/** Keeps the prices of watchlist items fresh. */
export function createItemPrices(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  quotesOf: InstrumentQuotes,
  sessions: PriceSessions,
) {
  return {
    /**
     * Asks for what was not priced within the last minute and writes what came; a failure leaves the last price with its
     * reason. Never throws for what the outside does.
     */
    async freshen(userId: string, items: readonly WatchlistItemModel[], signal?: AbortSignal): Promise<void> {
      const now = clock.now();
      const due = items.filter(
        ({ priced_at, price_reason }) =>
          price_reason !== null || priced_at === null || now.getTime() - priced_at.getTime() >= FRESH_MS,
      );
      if (due.length === 0) return;
      const answers = await quotesOf(userId, due, signal ?? AbortSignal.timeout(PATIENCE_MS));
      try {
        await database.asUser(userId, async (trx) => {
          for (const [index, item] of due.entries()) {
            const answer = answers[index];
            if (answer !== undefined) await write(trx, item, answer, { now: clock.now(), sessions });
          }
        });
      } catch (error) {
        log.error({ err: error }, 'watchlist quotes could not be stored');
      }
    },
  };
}

async function write(
  trx: DbTransaction,
  { id, asset_class, currency }: WatchlistItemModel,
  { quote, reason }: Awaited<ReturnType<InstrumentQuotes>>[number],
  { now, sessions }: { now: Date; sessions: PriceSessions },
): Promise<void> {
  if (quote === null) {
    await WatchlistItemModel.query(trx).findById(id).patch({ price_reason: reason });
    return;
  }
  const { previous_close: before, previous_as_of: day } = quote;
  const isBefore =
    day === undefined ||
    sessions.isCloseBefore({ asset_class, currency, price_as_of: day, priced_at: null }, quote.as_of);
  await WatchlistItemModel.query(trx)
    .findById(id)
    // A broker that knows only yesterday's price must not push today's out.
    .where((where) => void where.whereNull('price_as_of').orWhere('price_as_of', '<=', quote.as_of))
    .patch({
      price: new Decimal(quote.price),
      previous_close: before === null || !isBefore ? null : new Decimal(before),
      price_as_of: quote.as_of,
      price_source: quote.source,
      priced_at: now,
      price_reason: null,
    });
}

/** What the person holds, as the market sees it. */
export type ReadHeld = (userId: string) => Promise<PricedHolding[]>;
