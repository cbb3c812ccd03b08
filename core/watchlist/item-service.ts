import type { SuggestionService, PricedHolding } from '../portfolio/index.ts';
import type { ChangeDay, PriceSessions } from '../market/calendar/index.ts';
import { auditedMutation } from '../audit/index.ts';
import type { WantedQuote } from '../market/index.ts';
import {
  type Actor,
  conflict,
  type Context,
  notFound,
  type DbTransaction,
  parseInput,
} from '../platform/index.ts';
import { reasonText } from './alert-words.ts';
import { watchlistInput, type WatchlistQuery } from './inputs.ts';
import { instrumentOf } from './instrument.ts';
import { AlertModel, WatchlistItemModel } from './models.ts';
import { type createItemPrices, dayMove, isSame, type KnownPrice, priceOf, type ReadHeld } from './prices.ts';
import type { WatchlistItemView } from './view.ts';

/** Use-cases of the watchlist (spec: Resources, Watchlist item). It starts empty. */
export function createItemService(
  context: Context,
  parts: {
    suggestions: SuggestionService;
    prices: ReturnType<typeof createItemPrices>;
    held: ReadHeld;
    sessions: PriceSessions;
  },
) {
  const { clock, database } = context;
  const mutation = auditedMutation(context);

  async function views(userId: string, only?: string): Promise<WatchlistItemView[]> {
    const held = await parts.held(userId);
    const now = clock.now();
    return await database.readAsUser(userId, async (trx) => {
      const counts = new Map(
        (
          (await trx('portfolio.alerts')
            .whereNotNull('item_id')
            .groupBy('item_id')
            .select('item_id')
            .count('* as n')) as { item_id: string; n: string }[]
        ).map(({ item_id, n }) => [item_id, Number(n)]),
      );
      const rows = await listItems(trx);
      return rows
        .filter(({ id }) => only === undefined || id === only)
        .map((row) => {
          const known = priceOf(row, held, { sessions: parts.sessions, now });
          return {
            ...toWatchlistItemView(row, known, { held, alerts: counts.get(row.id) ?? 0 }),
            ...parts.sessions.changeOf(known.as_of, now, row),
          };
        });
    });
  }

  const rows = async (userId: string) => await database.readAsUser(userId, (trx) => listItems(trx));

  async function one(userId: string, id: string): Promise<WatchlistItemView> {
    const [view] = await views(userId, id);
    if (view === undefined) throw notFound('WATCHLIST_ITEM');
    return view;
  }

  const add = mutation('watchlist_item.create', {
    topics: ['watchlist'],
    async run(change, wanted: WantedQuote) {
      const { now, trx, userId } = change;
      if ((await bySymbol(trx, wanted.symbol)) !== undefined)
        throw conflict('WATCHLIST_ITEM_EXISTS', `${wanted.symbol} is already on your watchlist.`);
      const row = await insertItem(trx, userId, wanted, now);
      await change.record('WATCHLIST_ADDED', row.id, { symbol: row.symbol });
      return { id: row.id };
    },
  });

  return {
    rows,

    /** @throws 404 WATCHLIST_ITEM_NOT_FOUND */
    get: one,

    /** In the order of their symbols. @param options.fresh asks first for prices that are older than a minute. */
    async list(userId: string, options: WatchlistQuery = {}): Promise<WatchlistItemView[]> {
      if (options.fresh === true) await parts.prices.freshen(userId, await rows(userId));
      return await views(userId);
    },

    async symbols(userId: string): Promise<string[]> {
      return (await rows(userId)).map(({ symbol }) => symbol);
    },

    /** Asks for its price at once; without one it has the reason. @throws 422 VALIDATION_ERROR, 409 WATCHLIST_ITEM_EXISTS */
    async create(userId: string, body: unknown, actor: Actor): Promise<WatchlistItemView> {
      const wanted = await instrumentOf(parts.suggestions, userId, parseInput(watchlistInput, body));
      const { id } = await add(userId, wanted, actor);
      await parts.prices.freshen(
        userId,
        (await rows(userId)).filter((row) => row.id === id),
      );
      return await one(userId, id);
    },

    /** Takes it off the list, with its alerts. @throws 404 WATCHLIST_ITEM_NOT_FOUND */
    remove: mutation('watchlist_item.remove', {
      topics: ['watchlist'],
      async run(change, id: string): Promise<void> {
        const { trx } = change;
        const row = await change.locked('WATCHLIST_ITEM', WatchlistItemModel, id);
        const alerts = await AlertModel.query(trx).where({ item_id: id }).delete();
        await WatchlistItemModel.query(trx).deleteById(id);
        await change.record('WATCHLIST_REMOVED', id, { symbol: row.symbol, alerts });
      },
    }),
  };
}

async function listItems(trx: DbTransaction): Promise<WatchlistItemModel[]> {
  return await WatchlistItemModel.query(trx).orderBy('symbol');
}

export async function bySymbol(trx: DbTransaction, symbol: string): Promise<WatchlistItemModel | undefined> {
  return await WatchlistItemModel.query(trx).findOne({ symbol });
}

export async function insertItem(
  trx: DbTransaction,
  userId: string,
  { symbol, name, isin, asset_class, currency }: WantedQuote,
  at: Date,
): Promise<WatchlistItemModel> {
  return await WatchlistItemModel.query(trx)
    .insert({ owner_user_id: userId, symbol, name, isin, asset_class, currency, created_at: at })
    .returning('*');
}

function toWatchlistItemView(
  row: WatchlistItemModel,
  known: KnownPrice,
  { held, alerts }: { held: readonly PricedHolding[]; alerts: number },
): Omit<WatchlistItemView, keyof ChangeDay> {
  const { price, previous_close } = known;
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    isin: row.isin,
    asset_class: row.asset_class,
    currency: row.currency,
    price,
    previous_close,
    day_change:
      price === null || previous_close === null ? null : Number((price - previous_close).toFixed(10)),
    day_change_pct: dayMove(known),
    price_as_of: known.as_of,
    price_source: known.source,
    priced_at: known.priced_at,
    price_reason: reasonText(known.reason),
    is_held: held.some((one) => isSame(one, row)),
    alerts,
    created_at: row.created_at.toISOString(),
  };
}
