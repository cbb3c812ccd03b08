import { Decimal, type DbTransaction, grouped } from '../../platform/index.ts';
import { HoldingModel } from '../models.ts';
import type { PositionKey } from './position-key.ts';
import { ACCEPTED_UNITS, unitsOn } from './accepted-units.ts';
import { IS_REPLAYED } from './skipped-row-store.ts';
import { heldOf, type LedgerUnits } from './stock.ts';
import { type Stock, type StockRow, unitsBefore } from './stock-lists.ts';
import { versionsOf } from './trade-versions.ts';

/** Rows of the ledger that change units. */
const UNIT_TYPES = "('BUY', 'SELL', 'SPLIT', 'TRANSFER_IN', 'TRANSFER_OUT', 'FRACTION')";

/** A symbol of a portfolio, and a day before all rows that are wanted (YYYY-MM-DD). */
type Since = PositionKey & { since: string };

/** Rows of the ledger that change the units of some symbols after a day, by symbol, in the order of trading. */
export async function rowsSince(
  trx: DbTransaction,
  portfolioId: string,
  wanted: readonly Omit<Since, 'portfolio_id'>[],
): Promise<Map<string, StockRow[]>> {
  const { rows } = await trx.raw<{ rows: (StockRow & { symbol: string })[] }>(
    `select t.symbol, t.id::text as id, t.trade_date::text as date, t.type, t.quantity, t.price,
       t.type in ('BUY', 'SELL') and t.price > 0 and t.action_id is null as is_trade
     from unnest(?::text[], ?::date[]) as w (symbol, since)
     join portfolio.transactions t on t.portfolio_id = ? and t.symbol = w.symbol and t.trade_date > w.since
     where t.type in ${UNIT_TYPES} and ${IS_REPLAYED}
       -- The list itself showed these.
       and not (t.source = 'BROKER' and coalesce(t.execution_id, '') like '${ACCEPTED_UNITS}%')
     order by t.trade_date, t.type <> 'SPLIT' and t.action_id is null, t.executed_at nulls last, t.id`,
    [wanted.map(({ symbol }) => symbol), wanted.map(({ since }) => since), portfolioId],
  );
  return grouped(rows, ({ symbol }) => symbol);
}

/**
 * Moves units that a broker showed without a trade out of what is expected of its list, or back into it, where a row after the
 * day up to which the list is settled takes their place: that row is counted by itself.
 * @param settled positions with the units that their rows for such units bring more than before.
 */
export async function expectSettled(
  trx: DbTransaction,
  settled: readonly (PositionKey & { by: Decimal })[],
): Promise<void> {
  for (const { portfolio_id, symbol, by } of settled) {
    const held = await HoldingModel.query(trx).findOne({ portfolio_id, symbol, source: 'BROKER' });
    if (!held?.stock_expected || held.stock_settled_to === null) continue;
    const rows = await rowsSince(trx, portfolio_id, [{ symbol, since: held.stock_settled_to }]);
    const units = await unitsOn(trx, { portfolio_id, symbol }, { day: 'infinity', without: '' });
    const stock_expected = held.stock_expected.plus(by);
    // Otherwise that row is in the list for certain, and so among the units that were expected of it.
    if (stock_expected.eq(unitsBefore(units, rows.get(symbol) ?? [])))
      await held.$query(trx).patch({ stock_expected });
  }
}

/** Columns of a holding that keep what its broker listed. */
export const STOCK_COLUMNS = [
  'stock_quantity',
  'stock_arriving',
  'stock_average',
  'stock_settled_to',
  'stock_day',
  'stock_expected',
] as const;
type StockColumns = Pick<HoldingModel, (typeof STOCK_COLUMNS)[number]>;

/** Columns of a holding of which no stock is known. */
export const WITHOUT_STOCK = {
  stock_quantity: null,
  stock_average: null,
  stock_settled_to: null,
  stock_day: null,
  stock_expected: null,
} satisfies Partial<HoldingModel>;

/** The stock that a holding keeps; null where none was read, or a person corrected the holding since. */
function stockOf(row: StockColumns): Stock | null {
  const { stock_quantity: quantity, stock_settled_to: settled_to, stock_day: day } = row;
  if (quantity === null || settled_to === null || day === null) return null;
  return {
    quantity,
    settled_to,
    day,
    average: row.stock_average,
    expected: row.stock_expected,
    arriving: row.stock_arriving,
  };
}

/** A holding of a broker as it is known here. */
type BrokerHeld = PositionKey & StockColumns & Pick<HoldingModel, 'id' | 'quantity' | 'avg_buy_price'>;

const NO_TRANSACTION: LedgerUnits = { units: new Decimal(0), average: null };

/** Columns of a holding that bring its quantity up to its stock and the trades since. */
interface Completed {
  id: string;
  quantity: Decimal;
  avg_buy_price: Decimal | null;
}

/**
 * Brings holdings of a broker in line with its stock and the rows that it does not show. One of which nothing is left stays
 * until the next reading, since a mistaken sale may be deleted; one that has no transaction any more goes.
 * @param ledgerOf what the ledger says of a symbol; null where it has no transaction of it.
 */
export async function completeStock(
  trx: DbTransaction,
  held: readonly BrokerHeld[],
  ledgerOf: (key: PositionKey) => LedgerUnits | null,
  now: Date,
): Promise<void> {
  const changed: Completed[] = [];
  const gone: string[] = [];
  for (const [portfolioId, ofPortfolio] of grouped(held, ({ portfolio_id }) => portfolio_id)) {
    const kept = ofPortfolio.flatMap((row) => {
      const stock = stockOf(row);
      return stock === null ? [] : [{ row, stock }];
    });
    if (kept.length === 0) continue;
    const wanted = kept.map(({ row, stock }) => ({ symbol: row.symbol, since: stock.settled_to }));
    const rows = await rowsSince(trx, portfolioId, wanted);
    const versions = await versionsOf(trx, portfolioId, wanted);
    for (const { row, stock } of kept) {
      const ledger = ledgerOf(row);
      const { quantity, average } = heldOf(
        stock,
        ledger ?? NO_TRANSACTION,
        rows.get(row.symbol) ?? [],
        versions.get(row.symbol),
      );
      if (ledger === null && quantity.isZero()) gone.push(row.id);
      const avg_buy_price = average ?? row.avg_buy_price;
      if (quantity.eq(row.quantity) && avg_buy_price?.toFixed() === row.avg_buy_price?.toFixed()) continue;
      changed.push({ id: row.id, quantity, avg_buy_price });
    }
  }
  if (gone.length > 0) await HoldingModel.query(trx).whereIn('id', gone).delete();
  if (changed.length === 0) return;
  await trx.raw(
    `update portfolio.holdings h set quantity = v.quantity, avg_buy_price = v.average, updated_at = ?
     from unnest(?::bigint[], ?::numeric[], ?::numeric[]) as v (id, quantity, average) where h.id = v.id`,
    [
      now,
      changed.map(({ id }) => id),
      changed.map(({ quantity }) => quantity) as never,
      changed.map(({ avg_buy_price }) => avg_buy_price) as never,
    ],
  );
}
