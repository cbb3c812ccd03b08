import { Decimal, isWithinBound, toScale, type DbTransaction } from '../../platform/index.ts';
import type { LedgerPosition } from '../ledger/index.ts';
import { HoldingModel, PositionModel } from '../models.ts';
import { knownQuotes } from './known-quotes.ts';
import { setOwnPrices } from './own-prices.ts';
import type { PositionKey } from './position-key.ts';
import type { LedgerUnits } from './stock.ts';
import { completeStock, STOCK_COLUMNS } from './stock-store.ts';
import type { AssetClass } from '../../market/instruments/index.ts';

/** What the ledger of one symbol comes to; null where nothing of it counts. */
export interface RederivedPosition {
  key: PositionKey;
  position: PositionValues | null;
}

type PositionValues = ReturnType<typeof positionValues>;

/** A replayed position as it is kept beside its transactions, of which there are `rows`. */
export function positionValues(
  userId: string,
  { portfolio_id, symbol }: PositionKey,
  position: LedgerPosition,
  rows: number,
  now: Date,
) {
  // Less than the column's last decimal is no price.
  const last_trade = position.last_trade?.price.gt(0) ? position.last_trade : null;
  return {
    owner_user_id: userId,
    portfolio_id,
    symbol,
    currency: position.currency,
    asset_class: position.asset_class as AssetClass | null,
    isin: position.isin,
    quantity: position.quantity,
    cost_basis: toScale(position.cost_basis),
    average_cost: keepable(position.average_cost),
    realised_fifo: toScale(position.realised_fifo),
    realised_average: toScale(position.realised_average),
    purchases: toScale(position.purchases),
    sales: toScale(position.sales),
    dividends: toScale(position.dividends),
    fees: toScale(position.fees),
    unmatched_quantity: position.unmatched_quantity,
    unknown_cost_quantity: position.unknown_cost_quantity,
    unknown_cost_sold: position.unknown_cost_sold,
    transactions_count: rows,
    cash_flows: position.flow_text,
    first_date: position.first_date,
    last_date: position.last_date,
    last_trade_price: last_trade?.price ?? null,
    last_trade_on: last_trade?.date ?? null,
    calculated_at: now,
  };
}

/** A cost per unit that its column cannot hold (of a remainder of units that carries all of a large cost) is not known. */
function keepable(cost: Decimal | null): Decimal | null {
  return cost !== null && isWithinBound(cost) ? cost : null;
}

/** Replaces the positions of these symbols, and the holdings that follow the ledger; a few queries whatever their number. */
export async function writePositions(
  trx: DbTransaction,
  userId: string,
  followed: RederivedPosition[],
  now: Date,
): Promise<void> {
  await trx.raw(
    'delete from portfolio.positions where (portfolio_id, symbol) in (select * from unnest(?::bigint[], ?::text[]))',
    keyArrays(followed),
  );
  const positions = followed.flatMap(({ position }) => (position === null ? [] : [position]));
  for (const some of slices(positions)) await PositionModel.query(trx).insert(some);
  await deriveHoldings(trx, userId, followed, now);
}

/** Rows put into one insert: making its text is work during which nothing else runs. */
const AT_ONCE = 50;

function* slices<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += AT_ONCE) yield rows.slice(from, from + AT_ONCE);
}

function keyArrays(followed: RederivedPosition[]): [string[], string[]] {
  return [followed.map(({ key }) => key.portfolio_id), followed.map(({ key }) => key.symbol)];
}

async function deriveHoldings(
  trx: DbTransaction,
  userId: string,
  followed: RederivedPosition[],
  now: Date,
): Promise<void> {
  const existing = await HoldingModel.query(trx)
    .select('id', 'portfolio_id', 'symbol', 'source', 'quantity', 'avg_buy_price', ...STOCK_COLUMNS)
    .whereRaw(
      '(portfolio_id, symbol) in (select * from unnest(?::bigint[], ?::text[]))',
      keyArrays(followed),
    );
  const byKey = new Map(existing.map((row) => [textOf(row), row]));
  const gone: string[] = [];
  const kept: (Held & { id: string })[] = [];
  const fresh: Held[] = [];
  for (const { key, position } of followed) {
    const row = byKey.get(textOf(key));
    if (row !== undefined && row.source !== 'LEDGER') continue;
    if (position === null || position.quantity.isZero()) {
      if (row !== undefined) gone.push(row.id);
    } else if (row === undefined) {
      fresh.push(position);
    } else {
      kept.push({ ...position, id: row.id });
    }
  }
  for (const some of slices(fresh)) await insertHoldings(trx, userId, some, now);
  if (kept.length > 0) await updateHoldings(trx, kept, now);
  if (gone.length > 0) await HoldingModel.query(trx).whereIn('id', gone).delete();
  const byBroker = existing.filter(({ source }) => source === 'BROKER');
  if (byBroker.length > 0) {
    const ledger = new Map(followed.map(({ key, position }) => [textOf(key), position]));
    await completeStock(trx, byBroker, (key) => ledgerUnits(ledger.get(textOf(key))), now);
  }
  const symbols = [...new Set(followed.map(({ key }) => key.symbol))];
  await setOwnPrices(trx, { owners: [userId], symbols }, now);
}

const textOf = ({ portfolio_id, symbol }: PositionKey): string => `${portfolio_id}\0${symbol}`;

const ledgerUnits = (
  position: Pick<PositionValues, 'quantity' | 'unmatched_quantity' | 'average_cost'> | null | undefined,
): LedgerUnits | null =>
  position
    ? { units: position.quantity.minus(position.unmatched_quantity), average: position.average_cost }
    : null;

type Held = Pick<
  PositionValues,
  'portfolio_id' | 'symbol' | 'currency' | 'asset_class' | 'isin' | 'quantity' | 'average_cost'
>;

async function insertHoldings(trx: DbTransaction, userId: string, held: Held[], now: Date): Promise<void> {
  const quotes = await knownQuotes(trx, held);
  await HoldingModel.query(trx).insert(
    held.map((position) => ({
      owner_user_id: userId,
      portfolio_id: position.portfolio_id,
      symbol: position.symbol,
      asset_class: position.asset_class ?? (position.currency === 'USD' ? 'US Equity' : 'Indian Equity'),
      source: 'LEDGER' as const,
      quantity: position.quantity,
      avg_buy_price: position.average_cost,
      currency: position.currency,
      isin: position.isin,
      updated_at: now,
      ...quotes(position),
    })),
  );
}

/** What the ledger does not know (the ISIN, the class) stays as it is. */
async function updateHoldings(trx: DbTransaction, held: (Held & { id: string })[], now: Date): Promise<void> {
  // Neither Knex nor its types know that an array may hold nulls or decimals; the driver does.
  const column = (values: (string | Decimal | null)[]) => values as string[];
  await trx.raw(
    `update portfolio.holdings h set quantity = v.quantity, avg_buy_price = v.average_cost, currency = v.currency,
       isin = coalesce(v.isin, h.isin), asset_class = coalesce(v.asset_class, h.asset_class), updated_at = ?
     from unnest(?::bigint[], ?::numeric[], ?::numeric[], ?::text[], ?::text[], ?::text[])
       as v (id, quantity, average_cost, currency, isin, asset_class)
     where h.id = v.id`,
    [
      now,
      held.map(({ id }) => id),
      column(held.map(({ quantity }) => quantity)),
      column(held.map(({ average_cost }) => average_cost)),
      held.map(({ currency }) => currency),
      column(held.map(({ isin }) => isin)),
      column(held.map(({ asset_class }) => asset_class)),
    ],
  );
}
