import type { PriceSessions } from '../../market/calendar/index.ts';
import {
  changePeople,
  type Context,
  type Decimal,
  istDate,
  type People,
  sqlStateOf,
  toScale,
  type DbTransaction,
} from '../../platform/index.ts';
import { TRADE_SOURCE } from '../ledger/index.ts';
import { HoldingModel } from '../models.ts';
import { fileOlderPrices, type OlderPrice, setOwnPrices } from '../positions/index.ts';
import { type FreeHolding, lockHoldingsToPrice } from './free-holdings.ts';
import { type PriceAttempt, saveAttempts } from './price-attempt-store.ts';
import {
  type HeldInstrument,
  heldInstruments,
  type PricedHolding,
  readHolders,
  readPricedHoldings,
} from './priced-holding.ts';
import {
  type ClosePrice,
  decideClose,
  closeBefore,
  decideQuote,
  observedAt,
  type ProviderQuote,
  type QuoteDecision,
} from './quote-decision.ts';

/** What one thing last cost, and by whose word. */
interface LastPrice {
  symbol: string;
  isin: string | null;
  asset_class: HoldingModel['asset_class'];
  /** ISO 4217 */
  currency: string;
  /** In that currency. */
  price: Decimal;
  priced_at: Date;
  price_source: string | null;
  /** Day of the price at its market; null for prices that no provider gave. */
  price_as_of: string | null;
}

interface HoldingQuote<Quote extends ProviderQuote = ProviderQuote> {
  holding: PricedHolding;
  quote: Quote;
}

/** By which rules quotes become prices. */
interface Rules<Quote> {
  decide(row: FreeHolding, quote: Quote): QuoteDecision;
  observedAt(quote: Quote): Date;
  /** Prices come from outside: one that is the same is written again, because it was seen anew, and an older one is filed. */
  fromOutside: boolean;
}

/** A holding that was priced is gone, or is another thing by now: nothing was written. Read the holdings and try again. */
export class StaleHoldings extends Error {
  override name = 'StaleHoldings';
}

/** Serialisation failure and deadlock: the transaction lost against a concurrent one. */
const LOST_RACES = new Set(['40001', '40P01']);

export type QuoteService = ReturnType<typeof createQuoteService>;

/** Prices from outside on holdings (spec: Price refresh rules 4 and 6). Whoever calls has fetched them before. */
export function createQuoteService({ database, clock }: Context, sessions: PriceSessions) {
  const isCloseBefore = closeBefore(sessions);

  async function write<Quote extends ProviderQuote>(
    holders: People,
    quotes: readonly HoldingQuote<Quote>[],
    rules: (now: Date) => Rules<Quote>,
  ): Promise<QuoteDecision[]> {
    if (quotes.length === 0) return [];
    const now = clock.now();
    const given = rules(now);
    try {
      const { decisions } = await changePeople(
        database,
        'write prices of several people',
        holders,
        'prices',
        async (trx) => await applyAll(trx, quotes, given, now),
      );
      return decisions;
    } catch (error) {
      if (!LOST_RACES.has(sqlStateOf(error) ?? '')) throw error;
      throw new StaleHoldings('a concurrent change came first', { cause: error });
    }
  }

  return {
    /** Every holding, by portfolio and symbol. */
    async holdings(holders: People): Promise<PricedHolding[]> {
      return await (typeof holders === 'string'
        ? database.readAsUser(holders, (trx) => readPricedHoldings(trx, null))
        : database.readAsSystem('read holdings to price', (trx) => readPricedHoldings(trx, holders)));
    },

    /** Instruments with a market price that these people hold, each once; the most held come first. */
    async heldInstruments(people: readonly string[]): Promise<HeldInstrument[]> {
      return await database.readAsSystem('find held instruments', (trx) => heldInstruments(trx, people));
    },

    /** People with holdings; those with the oldest prices come first. */
    async people(): Promise<string[]> {
      return await database.readAsSystem('find people with holdings', readHolders);
    },

    /** Last prices of the holdings without those of own trades, quantities and costs. */
    async lastPrices(userId: string): Promise<LastPrice[]> {
      const rows = await database.readAsUser(userId, (trx) =>
        HoldingModel.query(trx)
          .select(
            'symbol',
            'isin',
            'asset_class',
            'currency',
            'current_price',
            'priced_at',
            'price_source',
            'price_as_of',
          )
          .whereNotNull('current_price')
          .whereRaw('price_source is distinct from ?', [TRADE_SOURCE])
          .whereNotNull('priced_at')
          .orderBy(['symbol', 'id']),
      );
      return rows.flatMap(
        ({ symbol, isin, asset_class, currency, current_price, priced_at, price_source, price_as_of }) =>
          current_price === null || priced_at === null
            ? []
            : [
                {
                  symbol,
                  isin,
                  asset_class,
                  currency,
                  price: current_price,
                  priced_at,
                  price_source,
                  price_as_of: price_as_of ?? null,
                },
              ],
      );
    },

    /** Holdings without a price, or with that of a trade alone, by portfolio and symbol. */
    async unpriced(userId: string): Promise<PricedHolding[]> {
      return await database.readAsUser(userId, (trx) => readPricedHoldings(trx, null, true));
    },

    /**
     * Writes the quotes that the rules accept, all or none, in one change of the owners' data; those of an earlier day than the
     * known price become prices of their days. It does not wait for an import
     * or another change of the ledger: a holding under such a change keeps its price.
     * @returns one decision for each, in the same order.
     * @throws StaleHoldings when a holding was replaced since it was read.
     */
    async apply(holders: People, quotes: readonly HoldingQuote[]): Promise<QuoteDecision[]> {
      return await write(holders, quotes, (now) => ({
        decide: (row, quote) => decideQuote(row, quote, istDate(now), isCloseBefore),
        observedAt: (quote) => observedAt(quote.as_of, quote.fetched_at ?? now),
        fromOutside: true,
      }));
    },

    /**
     * Writes the closes of the market's history that are newer than what the holdings know, all or none; what is the same
     * already is not written.
     * @returns one decision for each, in the same order.
     * @throws StaleHoldings when a holding was replaced since it was read.
     */
    async applyCloses(
      holders: People,
      closes: readonly HoldingQuote<ClosePrice>[],
    ): Promise<QuoteDecision[]> {
      return await write(holders, closes, () => ({
        decide: decideClose,
        observedAt: (close) => close.observed_at,
        fromOutside: false,
      }));
    },

    /** `setOwnPrices` of all holdings, as the days pass. */
    async setOwnPrices(people: readonly string[]): Promise<void> {
      await changePeople(database, 'price holdings by own trades', people, 'prices', async (trx) => ({
        changed: await setOwnPrices(trx, { owners: people }, clock.now()),
      }));
    },

    /** Keeps how pricing went, one attempt a holding; what is gone meanwhile is passed over. No change of the data. */
    async record(holders: People, attempts: readonly PriceAttempt[]): Promise<void> {
      if (attempts.length === 0) return;
      const save = async (trx: DbTransaction) => await saveAttempts(trx, attempts, clock.now());
      await (typeof holders === 'string'
        ? database.asUser(holders, save)
        : database.asSystem('record the results of pricing', save));
    },
  };
}

/** One decision per quote, in the same order, and the people with written prices. */
interface AppliedQuotes {
  decisions: QuoteDecision[];
  changed: string[];
}

async function applyAll<Quote extends ProviderQuote>(
  trx: DbTransaction,
  quotes: readonly HoldingQuote<Quote>[],
  rules: Rules<Quote>,
  now: Date,
): Promise<AppliedQuotes> {
  // Locked, so that what was priced stays what it is until the price is written.
  const ids = quotes.map(({ holding }) => holding.id);
  const byId = new Map((await lockHoldingsToPrice(trx, ids)).map((row) => [row.id, row]));
  const beingChanged = await stillThere(
    trx,
    ids.filter((id) => !byId.has(id)),
  );
  const older: OlderPrice[] = [];
  const taken: { id: string; owner: string; price: Decimal; previous: Decimal | null; quote: Quote }[] = [];
  const decisions = quotes.map(({ holding, quote }): QuoteDecision => {
    const row = byId.get(holding.id);
    if (row === undefined && beingChanged.has(holding.id))
      return { status: 'SKIPPED', reason: 'BEING_CHANGED' } as const;
    if (row === undefined || !isSameThing(row, holding))
      throw new StaleHoldings(`${holding.symbol} changed while its price was fetched`);
    const decision = rules.decide(row, quote);
    if (rules.fromOutside && decision.reason === 'OLDER_THAN_KNOWN')
      older.push({
        ...holdingOf(row),
        day: quote.as_of,
        price: toScale(quote.price).toFixed(),
        source: quote.source,
      });
    if (decision.reason === null && (rules.fromOutside || decision.status === 'UPDATED'))
      taken.push({
        id: row.id,
        owner: row.owner_user_id,
        price: decision.price,
        previous: decision.previous_close,
        quote,
      });
    return decision;
  });
  const filed = await fileOlderPrices(trx, older);
  if (taken.length === 0) return { decisions, changed: filed };
  // Neither Knex nor its types know that an array may hold nulls or decimals; the driver does.
  const column = (values: (Decimal | null)[]) => values as unknown as string[];
  await trx.raw(
    `update portfolio.holdings h set current_price = v.price, previous_close = v.previous_close, price_as_of = v.as_of,
       price_source = v.source, priced_at = v.priced_at, updated_at = ?
     from unnest(?::bigint[], ?::numeric[], ?::numeric[], ?::date[], ?::text[], ?::timestamptz[])
       as v (id, price, previous_close, as_of, source, priced_at)
     where h.id = v.id`,
    [
      now,
      taken.map(({ id }) => id),
      column(taken.map(({ price }) => price)),
      column(taken.map(({ previous }) => previous)),
      taken.map(({ quote }) => quote.as_of),
      taken.map(({ quote }) => quote.source),
      taken.map(({ quote }) => rules.observedAt(quote).toISOString()),
    ],
  );
  return { decisions, changed: [...new Set([...filed, ...taken.map(({ owner }) => owner)])] };
}

const holdingOf = ({ owner_user_id, portfolio_id, symbol, currency }: FreeHolding) => ({
  owner_user_id,
  portfolio_id,
  symbol,
  currency,
});

async function stillThere(trx: DbTransaction, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await HoldingModel.query(trx)
    .select('id')
    .findByIds([...ids]);
  return new Set(rows.map(({ id }) => id));
}

function isSameThing(row: FreeHolding, holding: PricedHolding): boolean {
  return (
    row.symbol === holding.symbol &&
    row.asset_class === holding.asset_class &&
    row.currency === holding.currency &&
    row.isin === holding.isin
  );
}
