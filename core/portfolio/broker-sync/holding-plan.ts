import { Decimal, toScale } from '../../platform/index.ts';
import type { HoldingModel } from '../models.ts';
import { TRADE_SOURCE } from '../ledger/index.ts';
import type { OlderPrice } from '../positions/index.ts';
import { decideQuote, type IsCloseBefore, isPricedByHand, observedAt } from '../prices/index.ts';
import type { SyncedHolding } from '../../brokers/index.ts';

/** What of a holding row a sync looks at. */
export type Before = Pick<
  HoldingModel,
  | 'id'
  | 'symbol'
  | 'name'
  | 'isin'
  | 'asset_class'
  | 'currency'
  | 'quantity'
  | 'avg_buy_price'
  | 'current_price'
  | 'previous_close'
  | 'priced_at'
  | 'price_source'
  | 'price_as_of'
  | 'guard_price'
  | 'source'
  | 'stock_arriving'
  | 'pledged_quantity'
  | 'blocked_quantity'
>;

/** Columns to write; absent ones stay. */
type HoldingPatch = Partial<
  Pick<
    HoldingModel,
    | 'name'
    | 'isin'
    | 'asset_class'
    | 'currency'
    | 'quantity'
    | 'avg_buy_price'
    | 'current_price'
    | 'previous_close'
    | 'priced_at'
    | 'price_source'
    | 'price_as_of'
    | 'source'
    | 'stock_arriving'
    | 'pledged_quantity'
    | 'blocked_quantity'
  >
>;

interface HoldingPlan {
  inserts: (HoldingPatch & { symbol: string })[];
  updates: { id: string; patch: HoldingPatch }[];
  prices_kept: number;
  /** Prices of an earlier day than the known one, which stays. */
  older: Pick<OlderPrice, 'symbol' | 'currency' | 'day' | 'price'>[];
  /** Refused as unbelievable (spec: Price refresh rules 4), to be logged. */
  refused: { symbol: string; change_pct: number }[];
}

interface PlanContext {
  /** Name of the broker, as the source of its prices. */
  source: string;
  /** When the broker was asked. */
  readAt: Date;
  /** In India, YYYY-MM-DD. */
  today: string;
  /** Whether a known price is the close of the session before a day. */
  isCloseBefore?: IsCloseBefore;
}

/**
 * What a broker's positions change (spec: Connection sync rules 2 and 3): quantity and cost are the broker's; its last
 * price and close become LTP and previous close unless the known price is newer; a cost is never a price. What is equal
 * already is not written at all.
 */
export function planHoldings(
  before: readonly Before[],
  synced: readonly SyncedHolding[],
  context: PlanContext,
): HoldingPlan {
  const bySymbol = new Map(before.map((row) => [row.symbol, row]));
  const plan: HoldingPlan = { inserts: [], updates: [], prices_kept: 0, older: [], refused: [] };
  for (const holding of mergeSymbols(synced)) {
    const row = bySymbol.get(holding.symbol);
    const price = priceOf(row, holding, context, plan);
    const wanted: HoldingPatch = {
      quantity: toScale(holding.quantity),
      ...(holding.avg_buy_price === null ? {} : { avg_buy_price: toScale(holding.avg_buy_price) }),
      ...(holding.name === null || (row?.name ?? null) !== null ? {} : { name: holding.name }),
      ...(holding.isin === null ? {} : { isin: holding.isin }),
      // A class that somebody corrected here stays as long as the holding is the broker's.
      ...(row?.source === 'BROKER' ? {} : { asset_class: holding.asset_class }),
      currency: holding.currency,
      source: 'BROKER',
      stock_arriving: partOf(holding.arriving),
      pledged_quantity: partOf(holding.pledged),
      blocked_quantity: partOf(holding.blocked),
      ...price,
    };
    if (row === undefined) {
      plan.inserts.push({ symbol: holding.symbol, ...wanted });
      continue;
    }
    const patch = changes(row, wanted);
    if (Object.keys(patch).length > 0) plan.updates.push({ id: row.id, patch });
  }
  return plan;
}

/** Units of a part as a broker states them. */
export const partOf = (part: string | null = null): Decimal | null => (part === null ? null : toScale(part));

/** Positions that are one here: their quantities together, the cost as the weighted average. */
export function mergeSymbols(holdings: readonly SyncedHolding[]): SyncedHolding[] {
  const merged = new Map<string, SyncedHolding>();
  for (const holding of holdings) {
    const one = merged.get(holding.symbol);
    merged.set(holding.symbol, one === undefined ? holding : together(one, holding));
  }
  return [...merged.values()];
}

function together(one: SyncedHolding, other: SyncedHolding): SyncedHolding {
  const quantity = new Decimal(one.quantity).plus(other.quantity);
  const cost =
    one.avg_buy_price === null || other.avg_buy_price === null || quantity.isZero()
      ? null
      : new Decimal(one.quantity)
          .times(one.avg_buy_price)
          .plus(new Decimal(other.quantity).times(other.avg_buy_price));
  return {
    ...one,
    name: one.name ?? other.name,
    isin: one.isin ?? other.isin,
    quantity: quantity.toFixed(),
    arriving: sumOf(one.arriving, other.arriving),
    pledged: sumOf(one.pledged, other.pledged),
    blocked: sumOf(one.blocked, other.blocked),
    avg_buy_price: cost === null ? null : toScale(cost.div(quantity)).toFixed(),
    last_price: one.last_price ?? other.last_price,
    previous_close: one.previous_close ?? other.previous_close,
  };
}

const sumOf = (one: string | null = null, other: string | null = null): string | null =>
  one === null || other === null ? null : new Decimal(one).plus(other).toFixed();

function priceOf(
  row: Before | undefined,
  holding: SyncedHolding,
  { source, readAt, today, isCloseBefore }: PlanContext,
  plan: HoldingPlan,
): HoldingPatch {
  if (holding.last_price === null) return {};
  const quote = {
    price: Number(holding.last_price),
    previous_close: holding.previous_close === null ? null : Number(holding.previous_close),
    as_of: holding.price_as_of,
    source,
  };
  const held = row ?? { ...UNPRICED, asset_class: holding.asset_class };
  const decision = decideQuote(held, quote, today, isCloseBefore);
  if (decision.reason !== null || (row !== undefined && isRefreshedSince(row, holding, source, readAt))) {
    if (decision.reason === 'GUARD_REJECTED')
      plan.refused.push({ symbol: holding.symbol, change_pct: decision.change_pct });
    if (decision.reason === 'OLDER_THAN_KNOWN')
      plan.older.push({
        symbol: holding.symbol,
        currency: holding.currency,
        day: quote.as_of,
        price: holding.last_price,
      });
    if (row !== undefined && row.current_price !== null) plan.prices_kept += 1;
    return {};
  }
  const isSame =
    row?.price_source === source &&
    row.price_as_of === quote.as_of &&
    row.current_price?.eq(decision.price) === true &&
    equal(row.previous_close, decision.previous_close);
  if (isSame) return {};
  return {
    current_price: decision.price,
    previous_close: decision.previous_close,
    price_source: source,
    price_as_of: quote.as_of,
    priced_at: observedAt(quote.as_of, readAt),
  };
}

/** No market gave it: a person entered or imported it, or it is that of a trade. */
const isOwnPrice = (source: string): boolean => isPricedByHand(source) || source === TRADE_SOURCE;

const UNPRICED = { current_price: null, previous_close: null, price_source: null, price_as_of: null };

/** The known price is of the same day, came from a market, and the broker's is no newer. */
function isRefreshedSince(row: Before, holding: SyncedHolding, source: string, readAt: Date): boolean {
  if (row.current_price === null || row.price_source === source) return false;
  if (row.price_source === null || isOwnPrice(row.price_source)) return false;
  if (row.price_as_of !== null && row.price_as_of !== holding.price_as_of) return false;
  return !holding.is_live || (row.priced_at !== null && row.priced_at >= readAt);
}

function changes(row: Before, wanted: HoldingPatch): HoldingPatch {
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => {
      if (key === 'priced_at') return true;
      return !equal(row[key as keyof Before], value);
    }),
  );
}

function equal(one: unknown, other: unknown): boolean {
  if (one instanceof Decimal || other instanceof Decimal)
    return one instanceof Decimal && other instanceof Decimal && one.eq(other);
  return one === other;
}
