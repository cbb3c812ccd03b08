import { Decimal, istDate, isWithinBound, toScale, type DbTransaction } from '../../platform/index.ts';
import { TRADE_SOURCE } from '../ledger/index.ts';
import { HoldingModel } from '../models.ts';
import type { PositionKey } from '../positions/index.ts';
import { type Choice, PORTFOLIO_OF } from '../records/index.ts';
import type { HoldingRow } from './rows/index.ts';
import { keepHoldingPrices, markObservations } from './observed-prices-store.ts';
import { keepHoldings, keepLeft } from './undo/index.ts';

/**
 * Adds up rows of one symbol in one portfolio: quantities together, cost as the weighted average; of the rest the first
 * row that tells it counts.
 */
function mergeHoldings(rows: HoldingRow[]): HoldingRow {
  const [first, ...others] = rows;
  if (first === undefined) throw new RangeError('nothing to merge');
  return others.reduce((sum, row) => {
    const quantity = new Decimal(sum.quantity).plus(row.quantity);
    const known = sum.avg_buy_price !== null && row.avg_buy_price !== null && !quantity.isZero();
    const cost = known
      ? new Decimal(sum.quantity)
          .times(sum.avg_buy_price ?? 0)
          .plus(new Decimal(row.quantity).times(row.avg_buy_price ?? 0))
      : null;
    const stated = Object.fromEntries(Object.entries(sum).filter(([, value]) => value !== null));
    return {
      ...row,
      ...stated,
      quantity: quantity.toFixed(),
      avg_buy_price: cost === null ? null : toScale(cost.div(quantity)).toFixed(),
    };
  }, first);
}

/** Rows fetched at a time: a file of any length is written in the memory of this many. */
const FETCHED = 500;
/** Rows put into one insert: making its text is work during which nothing else runs. */
const AT_ONCE = 50;

/** What a file says of one holding, its rows added up. */
interface StatedFields {
  portfolio_id: string;
  row: HoldingRow;
  /** Numbers of the rows of the file. */
  rows: number[];
}

/**
 * Writes the chosen holdings by symbol and portfolio: the file's quantity and cost replace what stood there, a value
 * the file does not give is kept (spec: Import and ledger rules 1).
 */
export async function upsertHoldings(
  trx: DbTransaction,
  userId: string,
  choice: Choice,
  now: Date,
): Promise<{ imported: number; chosen: number; repeated: number; symbols: PositionKey[] }> {
  await markObservations(trx, choice.importId);
  const result = { imported: 0, chosen: 0, repeated: 0, symbols: [] as PositionKey[] };
  for await (const stated of statedHoldings(trx, choice)) {
    const written = result.symbols.length;
    const before = await heldBefore(trx, stated);
    const tooMany: number[] = [];
    const fresh: Partial<HoldingModel>[] = [];
    const changed: { id: string; patch: Record<string, unknown> }[] = [];
    for (const { portfolio_id, row, rows } of stated) {
      if (!isWithinBound(row.quantity)) {
        tooMany.push(...rows);
        continue;
      }
      result.chosen += rows.length;
      const known = before.get(`${portfolio_id}\0${row.symbol}`);
      const values = given(row, now, known ?? null);
      if (known !== undefined && unchanged(known, values)) continue;
      if (known === undefined)
        fresh.push({ owner_user_id: userId, portfolio_id, symbol: row.symbol, source: 'CSV', ...values });
      else {
        // The close before the old price is not the one before the new.
        const unpaired =
          values.current_price !== undefined && 'priced_at' in values && values.previous_close === undefined;
        changed.push({
          id: known.id,
          patch: {
            ...values,
            ...(unpaired ? { previous_close: null } : {}),
            source: 'CSV',
            updated_at: now,
          },
        });
      }
      result.imported += rows.length;
      result.symbols.push({ portfolio_id, symbol: row.symbol });
    }
    const own = { userId, importId: choice.importId };
    await keepHoldings(
      trx,
      own,
      changed.map(({ id }) => id),
    );
    for (let at = 0; at < fresh.length; at += AT_ONCE)
      await HoldingModel.query(trx).insert(fresh.slice(at, at + AT_ONCE));
    if (changed.length > 0) await patchHoldings(trx, changed);
    await keepLeft(trx, own, result.symbols.slice(written));
    await keepHoldingPrices(trx, own, stated);
    if (tooMany.length > 0) await refuseRows(trx, choice.importId, tooMany);
    // A long file must not hold up the other requests of this process.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return result;
}

/** Rows of one symbol that add up to more than can be kept are invalid from now on. */
async function refuseRows(trx: DbTransaction, importId: string, rows: number[]): Promise<void> {
  const message = 'is too large together with the other rows of this symbol. It must be below 10^15.';
  await trx.raw(
    `update portfolio.import_rows set state = 'invalid', issues = ?::jsonb where import_id = ? and row = any(?::int[])`,
    [JSON.stringify([{ field: 'quantity', message }]), importId, rows] as never,
  );
}

/** The chosen holdings by portfolio and symbol, some at a time. */
async function* statedHoldings(trx: DbTransaction, choice: Choice): AsyncGenerator<StatedFields[]> {
  await trx.raw(
    `declare holding_rows no scroll cursor for
     select p.id as portfolio_id, r.payload
     from portfolio.import_rows r
     join portfolio.portfolios p on lower(p.name) = lower(${PORTFOLIO_OF})
     where r.import_id = ? and r.state = 'valid' and (?::int[] is null or r.row = any(?::int[]))
     order by p.id, r.payload ->> 'symbol', r.row`,
    [choice.targetPortfolio, choice.fallbackPortfolio, choice.importId, choice.rows, choice.rows] as never,
  );
  let open: { portfolio_id: string; rows: HoldingRow[] } = { portfolio_id: '', rows: [] };
  const closed = (): StatedFields[] => {
    const { portfolio_id, rows } = open;
    return rows.length === 0
      ? []
      : [{ portfolio_id, row: mergeHoldings(rows), rows: rows.map(({ row }) => row) }];
  };
  for (;;) {
    const { rows } = await trx.raw<{ rows: { portfolio_id: string; payload: HoldingRow }[] }>(
      `fetch ${FETCHED} from holding_rows`,
    );
    const stated: StatedFields[] = [];
    for (const { portfolio_id, payload } of rows) {
      if (open.portfolio_id === portfolio_id && open.rows[0]?.symbol === payload.symbol) {
        open.rows.push(payload);
        continue;
      }
      stated.push(...closed());
      open = { portfolio_id, rows: [payload] };
    }
    const isLast = rows.length < FETCHED;
    if (isLast) stated.push(...closed());
    if (stated.length > 0) yield stated;
    if (isLast) break;
  }
  await trx.raw('close holding_rows');
}

async function heldBefore(
  trx: DbTransaction,
  stated: readonly StatedFields[],
): Promise<Map<string, HoldingModel>> {
  const rows = await HoldingModel.query(trx).whereRaw(
    '(portfolio_id, symbol) in (select * from unnest(?::bigint[], ?::text[]))',
    [stated.map(({ portfolio_id }) => portfolio_id), stated.map(({ row }) => row.symbol)],
  );
  return new Map(rows.map((row) => [`${row.portfolio_id}\0${row.symbol}`, row]));
}

const PATCHED = [
  ...'quantity avg_buy_price current_price previous_close name isin sector beta target_allocation_pct'.split(
    ' ',
  ),
  ...'maturity_date face_value coupon_rate coupon_frequency price_interval_days asset_class currency source'.split(
    ' ',
  ),
  ...'priced_at price_source price_as_of updated_at'.split(' '),
];

/** Puts what the file gives into the rows; what it does not give stays. */
async function patchHoldings(
  trx: DbTransaction,
  changed: readonly { id: string; patch: Record<string, unknown> }[],
): Promise<void> {
  await trx.raw(
    `update portfolio.holdings h set ${PATCHED.map((column) => `${column} = n.${column}`).join(', ')}
     from jsonb_to_recordset(?::jsonb) as stated (id bigint, patch jsonb)
       join portfolio.holdings old on old.id = stated.id
       cross join lateral jsonb_populate_record(old, stated.patch) n
     where h.id = stated.id`,
    [JSON.stringify(changed)],
  );
}

/** Sources of prices that no market or broker dates. */
const UNDATED_SOURCES: ReadonlySet<string | null> = new Set([
  'MANUAL',
  'CSV',
  'STATEMENT',
  TRADE_SOURCE,
  null,
]);

/**
 * Only what the file gives. A price is of the day that the file tells, else of today: the same figure as before too, unless a
 * market or broker gave it with its day. A price that is older than the known one is not taken.
 */
function given(row: HoldingRow, now: Date, before: HoldingModel | null) {
  // Rows that an earlier version staged lack the newest fields.
  const day = row.price_date ?? null;
  const isOlder = day !== null && before !== null && day < (pricedOn(before) ?? '');
  const values = {
    asset_class: row.asset_class,
    currency: row.currency,
    quantity: toScale(row.quantity),
    avg_buy_price: row.avg_buy_price === null ? null : toScale(row.avg_buy_price),
    current_price: row.current_price === null || isOlder ? null : toScale(row.current_price),
    previous_close: row.previous_close === null || isOlder ? null : toScale(row.previous_close),
    name: row.name,
    isin: row.isin,
    sector: row.sector,
    beta: row.beta === null ? null : Number(row.beta),
    target_allocation_pct: row.target_allocation_pct === null ? null : Number(row.target_allocation_pct),
    maturity_date: row.maturity_date,
    face_value: row.face_value === null ? null : toScale(row.face_value),
    coupon_rate: row.coupon_rate === null ? null : Number(row.coupon_rate),
    coupon_frequency: row.coupon_frequency,
    price_interval_days: row.price_interval_days ?? null,
  };
  const isOfAnotherDay =
    before !== null &&
    (day === null
      ? UNDATED_SOURCES.has(before.price_source) && pricedOn(before) !== istDate(now)
      : day !== before.price_as_of);
  const repriced =
    values.current_price !== null &&
    (before?.current_price?.eq(values.current_price) !== true || isOfAnotherDay);
  const known = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<
    typeof values
  > &
    Pick<typeof values, 'asset_class' | 'currency' | 'quantity'>;
  return { ...known, ...(repriced ? { priced_at: now, price_source: 'CSV', price_as_of: day } : {}) };
}

/** The day of the price that a holding has, in India; null where it has none. */
function pricedOn({ current_price, price_as_of, priced_at }: HoldingModel): string | null {
  if (current_price === null) return null;
  return price_as_of ?? (priced_at === null ? null : istDate(priced_at));
}

function unchanged(before: HoldingModel, values: Record<string, unknown>): boolean {
  return (
    before.source === 'CSV' &&
    Object.entries(values).every(([key, value]) => {
      const old = before[key as keyof HoldingModel] as unknown;
      return value instanceof Decimal ? old instanceof Decimal && old.eq(value) : old === value;
    })
  );
}
