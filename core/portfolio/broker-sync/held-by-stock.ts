import type { SyncedHolding, SyncToCommit } from '../../brokers/index.ts';
import type { SettlementDays } from '../../market/calendar/index.ts';
import { Decimal, type DbTransaction, toScale } from '../../platform/index.ts';
import { HoldingModel } from '../models.ts';
import {
  heldOf,
  isAsExpected,
  rowsSince,
  type Stock,
  type StockRow,
  unitsAfter,
  unitsBefore,
  versionsOf,
} from '../positions/index.ts';
import { ledgerQuantities } from './broker-sync-store.ts';
import { mergeSymbols, partOf } from './holding-plan.ts';

const NOTHING = new Decimal(0);

/** What is held of one symbol, with the stock of the broker that it rests on. */
interface HeldByStock extends SyncedHolding {
  stock: Stock;
  /** Units by which it differs from the ledger, since the person kept their version of trades that the broker changed. */
  kept: Decimal;
}

/**
 * What is held by a broker's list and the trades that it does not show (spec: Connection sync rules 3), once the trades of
 * the sync are recorded. Holdings that the broker had and lists no more are in it with a stock of 0; a broker that lists
 * nothing at all is believed in nothing.
 * @param before holdings of the portfolio, with the trades of the sync.
 */
export async function heldByStock(
  trx: DbTransaction,
  portfolioId: string,
  of: {
    before: readonly HoldingModel[];
    holdings: readonly SyncedHolding[];
    stock: SyncToCommit['stock'];
    settlement: SettlementDays;
  },
): Promise<HeldByStock[]> {
  const listed = mergeSymbols(of.holdings);
  if (listed.length === 0) return [];
  const known = new Map(
    of.before.filter(({ source }) => source === 'BROKER').map((row) => [row.symbol, row]),
  );
  const symbols = new Set(listed.map(({ symbol }) => symbol));
  const unlisted = [...known.values()].filter(({ symbol }) => !symbols.has(symbol)).map(nothingOf);
  const all = [...listed, ...unlisted];
  const settledTo = settledDays(of);
  const wanted = all.map(({ symbol, currency }) => ({ symbol, since: settledTo(currency) }));
  const rows = await rowsSince(
    trx,
    portfolioId,
    wanted.map(({ symbol, since }) => ({
      symbol,
      since: earlier(known.get(symbol)?.stock_settled_to, since),
    })),
  );
  const versions = await versionsOf(trx, portfolioId, wanted);
  const ledger = await ledgerQuantities(
    trx,
    portfolioId,
    all.map(({ symbol }) => symbol),
  );
  return all.map((one) => {
    const all = rows.get(one.symbol) ?? [];
    const since = all.filter(({ date }) => date > settledTo(one.currency));
    const row = known.get(one.symbol);
    const listing = {
      quantity: toScale(one.quantity),
      average: one.avg_buy_price === null ? null : toScale(one.avg_buy_price),
      settled_to: settledTo(one.currency),
      day: of.stock.last,
      arriving: partOf(one.arriving),
    };
    const { quantity, unmatched, average } = ledger.get(one.symbol) ?? {
      quantity: NOTHING,
      unmatched: NOTHING,
      average: null,
    };
    const units = quantity.minus(unmatched);
    const stock: Stock = { ...listing, expected: expectedOf(row, listing, units, all, since) };
    const held = heldOf(stock, { units, average }, since, versions.get(one.symbol));
    return {
      ...one,
      quantity: held.quantity.toFixed(),
      avg_buy_price: held.average?.toFixed() ?? null,
      kept: held.kept,
      stock,
    };
  });
}

/**
 * Units on the evening before all rows since, by earlier readings; null where nothing was read before. Where the last list was
 * not as expected, either the units changed without a row, or that list was late: then this one is as it was expected before.
 * @param ledger units by all rows; a holding that agrees with them was as expected.
 * @param all rows since the earlier of the days up to which the two lists are settled.
 */
function expectedOf(
  row: HoldingModel | undefined,
  listing: Omit<Stock, 'expected'>,
  ledger: Decimal,
  all: readonly StockRow[],
  since: readonly StockRow[],
): Decimal | null {
  // A holding without a stock was corrected by hand: what it says expects nothing of the broker.
  if (row === undefined || row.stock_day === null) return null;
  const isSame =
    row.stock_day === listing.day &&
    row.stock_settled_to === listing.settled_to &&
    row.stock_quantity?.eq(listing.quantity) === true;
  // The same list says nothing new.
  if (isSame) return row.stock_expected;
  const { stock_expected: before, stock_settled_to: settled } = row;
  const known = unitsBefore(row.quantity, since);
  if (before === null || settled === null || row.quantity.eq(ledger)) return known;
  const [passed, taken] = [all, since].map((rows, at) =>
    rows.filter(({ date }) => (at === 0 ? date > settled && date <= listing.settled_to : date <= settled)),
  );
  const expected = unitsBefore(unitsAfter(before, passed ?? []), taken ?? []);
  return !expected.eq(known) && isAsExpected({ ...listing, expected }, expected, since) ? expected : known;
}

const earlier = (one: string | null | undefined, other: string): string =>
  one !== null && one !== undefined && one < other ? one : other;

/** The day up to which all trades in a currency are in a broker's list, which may be that of the session before. */
function settledDays({ stock, settlement }: { stock: SyncToCommit['stock']; settlement: SettlementDays }) {
  const known = new Map<string, string>();
  return (currency: string): string => {
    if (stock.rule === 'TRADED') return stock.first;
    let day = known.get(currency);
    if (day === undefined) {
      const delivered = settlement.deliveredBefore(currency, stock.first);
      day = settlement.deliveredBefore(currency, settlement.of(null, currency)(delivered));
      known.set(currency, day);
    }
    return day;
  };
}

const nothingOf = ({ symbol, asset_class, currency }: HoldingModel): SyncedHolding => ({
  symbol,
  name: null,
  isin: null,
  asset_class,
  currency,
  quantity: '0',
  avg_buy_price: null,
  last_price: null,
  previous_close: null,
  price_as_of: '',
  is_live: false,
});
