import type { InstrumentQuote, Market } from '../market/index.ts';
import type { DatedPrice, PriceSessions } from '../market/calendar/index.ts';
import { type Context, Decimal, type DbTransaction } from '../platform/index.ts';
import type { PricedHolding } from '../portfolio/index.ts';
import type { Reading } from './alert-state.ts';
import { WatchlistItemModel } from './models.ts';

/** What is known of an instrument's price; null with the reason. */
export interface KnownPrice {
  price: number | null;
  previous_close: number | null;
  /** Session of the price at its market. */
  as_of: string | null;
  /** Of an earlier session than the last one that is over. */
  is_old: boolean;
  source: string | null;
  priced_at: string | null;
  /** Code of why there is no price, or no newer one. */
  reason: string | null;
}

/** A person's request does not fetch a younger quote again. */
const FRESH_MS = 60_000;
/** A person waits no longer than that for quotes. */
const PATIENCE_MS = 8_000;
/** Items written in one transaction. */
const WRITTEN_AT_ONCE = 2_000;

/**
 * The newer one of what was asked for on the item's behalf and of the price on the same thing held, so that both show one
 * price. An unlisted share has no close before.
 */
export function priceOf(
  item: WatchlistItemModel,
  held: readonly PricedHolding[],
  { sessions, now }: { sessions: Pick<PriceSessions, 'dateOf' | 'isOfLastSession'>; now: Date },
): KnownPrice {
  const dated = (price: DatedPrice) => ({
    as_of: sessions.dateOf(price),
    is_old: !sessions.isOfLastSession(price, now),
  });
  const own: KnownPrice = {
    price: item.price?.toNumber() ?? null,
    previous_close: item.previous_close?.toNumber() ?? null,
    ...dated(item),
    source: item.price_source,
    priced_at: item.priced_at?.toISOString() ?? null,
    reason: item.price_reason ?? (item.price === null ? 'NOT_ASKED_YET' : null),
  };
  const candidates = held
    .filter((one) => isSame(one, item) && one.current_price !== null)
    .map((one): KnownPrice => ({
      price: one.current_price,
      previous_close: one.asset_class === 'Unlisted' ? null : one.previous_close,
      ...dated(one),
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

/** A day's move as an alert reads it; that of an earlier session is none. */
export function moveReading(known: KnownPrice): Reading {
  const value = dayMove(known);
  if (value !== null && known.is_old) return { value: null, day: null, reason: 'OLD_PRICE' };
  if (value !== null) return { value, day: known.as_of, reason: null };
  return {
    value: null,
    day: null,
    reason: known.price === null ? (known.reason ?? 'NO_PRICE') : 'NO_PREVIOUS_CLOSE',
  };
}

/** Selects the items of all people: all of them, or those with an alert. */
export interface WatchedItems {
  of: 'ALL' | 'ALERTED';
  /** Only items in this currency. */
  currency?: string;
  signal: AbortSignal;
  /** Prices fetched since then are not requested again. */
  since: Date;
}

/** Keeps the prices of watchlist items fresh. */
export function createItemPrices(
  { clock, database, log }: Pick<Context, 'clock' | 'database' | 'log'>,
  market: Pick<Market, 'quotesOf' | 'quotesOfAll'>,
  sessions: PriceSessions,
) {
  const isOfWrongClock = (at: Date): boolean => at.getTime() > clock.now().getTime() + FRESH_MS;
  const dueBy =
    (since: Date) =>
    (item: WatchlistItemModel): boolean => {
      const { priced_at, price_reason, previous_close } = item;
      if (price_reason !== null || priced_at === null || isOfWrongClock(priced_at)) return true;
      // The last price of a session does not change before the next session of its exchange.
      return priced_at < since && (previous_close === null || !sessions.isFinal(item, clock.now()));
    };

  /** Never throws: a quote that is not stored is requested again. */
  async function store(write: Promise<unknown>): Promise<void> {
    await write.catch((error: unknown) => log.error({ err: error }, 'watchlist quotes could not be stored'));
  }

  return {
    /**
     * Asks for what was not priced within the last minute and writes what came; a failure leaves the last price with its
     * reason. Never throws for what the outside does.
     */
    async freshen(userId: string, items: readonly WatchlistItemModel[]): Promise<void> {
      const due = items.filter(dueBy(new Date(clock.now().getTime() - FRESH_MS + 1)));
      if (due.length === 0) return;
      const answers = await market.quotesOf(userId, due, AbortSignal.timeout(PATIENCE_MS));
      const priced = withAnswers(due, answers);
      await store(database.asUser(userId, (trx) => write(trx, priced, clock.now(), sessions)));
    },

    /** `freshen` for all people, with one request per instrument. */
    async freshenAll({ of, currency, signal, since }: WatchedItems): Promise<void> {
      const items = await database.readAsSystem('find watched items', async (trx) => {
        const rows = WatchlistItemModel.query(trx).orderBy('id');
        if (currency !== undefined) void rows.where({ currency });
        return await (of === 'ALL'
          ? rows
          : rows.whereIn('id', trx('portfolio.alerts').whereNotNull('item_id').select('item_id')));
      });
      const due = items.filter(dueBy(since));
      const answers = await market.quotesOfAll(due, signal, { since });
      // An interrupted request has not failed.
      const priced = withAnswers(due, answers).filter(
        ({ answer }) => !(signal.aborted && answer.reason === 'PROVIDER_TIMEOUT'),
      );
      for (let at = 0; at < priced.length; at += WRITTEN_AT_ONCE) {
        const some = priced.slice(at, at + WRITTEN_AT_ONCE);
        await store(
          database.asSystem('write prices of watched items', (trx) =>
            write(trx, some, clock.now(), sessions),
          ),
        );
      }
    },
  };
}

interface PricedItem {
  item: WatchlistItemModel;
  answer: InstrumentQuote;
}

function withAnswers(
  items: readonly WatchlistItemModel[],
  answers: readonly InstrumentQuote[],
): PricedItem[] {
  return items.flatMap((item, at) => {
    const answer = answers[at];
    return answer === undefined ? [] : [{ item, answer }];
  });
}

async function write(
  trx: DbTransaction,
  priced: readonly PricedItem[],
  now: Date,
  sessions: PriceSessions,
): Promise<void> {
  // Neither Knex nor its types know that an array may hold nulls or decimals; the driver does.
  const column = (values: (Decimal | string | null)[]) => values as string[];
  const rows = priced.map(({ item: { id, asset_class, currency }, answer: { quote, reason } }) => {
    const { previous_close: before = null, previous_as_of: day, as_of = null, source = null } = quote ?? {};
    const isBefore =
      day === undefined ||
      as_of === null ||
      sessions.isCloseBefore({ asset_class, currency, price_as_of: day, priced_at: null }, as_of);
    return {
      id,
      reason,
      price: quote === null ? null : new Decimal(quote.price),
      previous_close: before === null || !isBefore ? null : new Decimal(before),
      as_of,
      source,
      priced_at: (quote?.fetched_at ?? now).toISOString(),
    };
  });
  await trx.raw(
    `update portfolio.watchlist_items i set price_reason = v.reason,
       price = case when v.reason is null then v.price else i.price end,
       previous_close = case when v.reason is null then v.previous_close else i.previous_close end,
       price_as_of = case when v.reason is null then v.as_of else i.price_as_of end,
       price_source = case when v.reason is null then v.source else i.price_source end,
       priced_at = case when v.reason is null then v.priced_at else i.priced_at end
     from unnest(?::bigint[], ?::text[], ?::numeric[], ?::numeric[], ?::date[], ?::text[], ?::timestamptz[])
       as v (id, reason, price, previous_close, as_of, source, priced_at)
     -- a broker that knows only yesterday's price must not push today's out
     where i.id = v.id and (v.reason is not null or i.price_as_of is null or i.price_as_of <= v.as_of)`,
    [
      rows.map(({ id }) => id),
      column(rows.map(({ reason }) => reason)),
      column(rows.map(({ price }) => price)),
      column(rows.map(({ previous_close }) => previous_close)),
      column(rows.map(({ as_of }) => as_of)),
      column(rows.map(({ source }) => source)),
      rows.map(({ priced_at }) => priced_at),
    ],
  );
}

/** What the person holds, as the market sees it. */
export type ReadHeld = (userId: string) => Promise<PricedHolding[]>;
