import { type DbTransaction, Decimal } from '../../platform/index.ts';
import type { OrderState } from '../engine/index.ts';
import { RunResultModel } from './models.ts';
import { type ResultBlock, rowsOf, type Section, type SectionRows } from './result-blocks.ts';
import type { UniverseEventView } from './result-views.ts';
import type { EquityRowView, OrderView, RunHoldingView } from './view.ts';

/* Results of backtests, which never change. Blocks count their rows: a page and its total read only the blocks of that page. */

/** Writes the result of a run, in compressed blocks. Throws where it has one. */
export async function insertResult(
  trx: DbTransaction,
  { id, owner_user_id }: { id: string; owner_user_id: string },
  blocks: readonly ResultBlock[],
): Promise<void> {
  if (blocks.length === 0) return;
  await trx(RunResultModel.tableName).insert(
    blocks.map((block) => ({ run_id: id, owner_user_id, ...block, body: Buffer.from(block.body) })),
  );
}

const blocksOf = (trx: DbTransaction, runId: string, section: Section) =>
  RunResultModel.query(trx).where({ run_id: runId, section });

/** All rows of a section. */
async function readRows<S extends Section>(
  trx: DbTransaction,
  runId: string,
  section: S,
): Promise<SectionRows[S][]> {
  const rows: SectionRows[S][] = [];
  for (const block of await blocksOf(trx, runId, section).orderBy('nr').select('body'))
    rows.push(...(await rowsOf(block, section)));
  return rows;
}

/** Blocks of a section. */
export async function countBlocks(trx: DbTransaction, runId: string, section: Section): Promise<number> {
  return await blocksOf(trx, runId, section).resultSize();
}

/** The rows of one block; null where there is no block of that number. */
export async function readBlock<S extends Section>(
  trx: DbTransaction,
  runId: string,
  section: S,
  nr: number,
): Promise<SectionRows[S][] | null> {
  const block = await blocksOf(trx, runId, section).findOne({ nr }).select('body');
  return block === undefined ? null : await rowsOf(block, section);
}

/** The rows of the block in which the newest row on or before a day is; none before the first day. */
async function readRowsOn<S extends Section>(
  trx: DbTransaction,
  runId: string,
  section: S,
  day: string | null,
): Promise<SectionRows[S][]> {
  const blocks = blocksOf(trx, runId, section).orderBy('nr', 'desc');
  const block = await (day === null ? blocks : blocks.where('from_day', '<=', day))
    .select('body')
    .limit(1)
    .first();
  const rows = block === undefined ? [] : await rowsOf(block, section);
  return day === null ? rows : rows.filter(({ date }) => date <= day);
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** The whole curve, by day. */
export async function readEquity(trx: DbTransaction, runId: string): Promise<EquityRowView[]> {
  const rows = await readRows(trx, runId, 'EQUITY');
  return rows.map((row) => ({
    ...row,
    cash: Number(row.cash),
    positions_value: Number(row.positions_value),
    stale_value: Number(row.stale_value),
    total_value: Number(row.total_value),
    nav_gross: Number(row.nav_gross),
    nav_net_of_costs: Number(row.nav_net_of_costs),
    nav_net_of_tax: Number(row.nav_net_of_tax),
    cumulative_costs: Number(row.cumulative_costs),
    tax_accrued: Number(row.tax_accrued),
    tax_paid: Number(row.tax_paid),
  }));
}

/** A page of rows, and how many there are. */
export interface NumberedPage<T> {
  items: T[];
  total: number;
}
interface Window {
  offset: number;
  page_size: number;
}

/** A choice of a run's orders: all, those that traded something, or those of one state. */
export type OrderChoice = 'ALL' | 'TRADED' | OrderState;

/** Rows of a choice in a block, in SQL. */
const COUNTED: Readonly<Record<OrderChoice, string>> = {
  ALL: 'row_count',
  TRADED: 'filled + reduced',
  FILLED: 'filled',
  REDUCED: 'reduced',
  NOT_MADE: 'row_count - filled - reduced',
};

const isChosen = (choice: OrderChoice, state: OrderState): boolean =>
  choice === 'ALL' || (choice === 'TRADED' ? state !== 'NOT_MADE' : state === choice);

/** Orders in the order in which they were made. */
export async function readOrders(
  trx: DbTransaction,
  runId: string,
  choice: OrderChoice,
  window: Window,
): Promise<NumberedPage<OrderView>> {
  const page = await readPage(trx, runId, 'ORDERS', {
    ...window,
    counted: COUNTED[choice],
    isCounted: ({ state }) => isChosen(choice, state),
  });
  return { ...page, items: page.items.map(orderView) };
}

/** Events of the universe, in order. */
export async function readEvents(
  trx: DbTransaction,
  runId: string,
  window: Window,
): Promise<NumberedPage<UniverseEventView>> {
  const page = await readPage(trx, runId, 'EVENTS', {
    ...window,
    counted: COUNTED.ALL,
    isCounted: () => true,
  });
  return {
    ...page,
    items: page.items.map(({ date, kind, symbol, name, message, amount }) => ({
      date,
      kind,
      symbol,
      name,
      message,
      amount: numberOf(amount),
    })),
  };
}

async function readPage<S extends Section>(
  trx: DbTransaction,
  runId: string,
  section: S,
  {
    offset,
    page_size,
    counted,
    isCounted,
  }: Window & { counted: string; isCounted: (row: SectionRows[S]) => boolean },
): Promise<NumberedPage<SectionRows[S]>> {
  const counts = (await blocksOf(trx, runId, section)
    .orderBy('nr')
    .select('nr', RunResultModel.raw(`${counted} as count`))
    .castTo<unknown>()) as { nr: number; count: number }[];
  const items: SectionRows[S][] = [];
  let total = 0;
  for (const { nr, count } of counts) {
    const from = Math.max(0, offset - total);
    const to = Math.min(count, offset + page_size - total);
    total += count;
    if (from >= to) continue;
    const rows = (await readBlock(trx, runId, section, nr)) ?? [];
    items.push(...rows.filter(isCounted).slice(from, to));
  }
  return { items, total };
}

const CHARGES = ['brokerage', 'stt', 'exchange', 'sebi', 'stamp_duty', 'gst', 'dp', 'total'] as const;

function orderView(row: SectionRows['ORDERS']): OrderView {
  const { date, side, symbol, name, state, rule, limited_by, reason, rank, charges } = row;
  return {
    date,
    side,
    symbol,
    name,
    state,
    rule,
    limited_by,
    reason,
    rank,
    wanted_quantity: Number(row.wanted_quantity),
    quantity: Number(row.quantity),
    price: numberOf(row.price),
    value: Number(row.value),
    charges:
      charges === null
        ? null
        : (Object.fromEntries(CHARGES.map((name) => [name, Number(charges[name])])) as OrderView['charges']),
    realised_gain: numberOf(row.realised_gain),
    tax: numberOf(row.tax),
  };
}

/** Holdings at the close of a session. */
interface HeldOnDay {
  date: string;
  cash: number;
  items: RunHoldingView[];
}

/**
 * Holdings on a day, or on the last session before it, at the last close that is on record of that: positions are
 * recorded where something changed and at the ends of months. Null before the first session.
 * @param on null for the last session.
 */
export async function readHoldings(
  trx: DbTransaction,
  runId: string,
  on: string | null,
): Promise<HeldOnDay | null> {
  const session = (await readRowsOn(trx, runId, 'EQUITY', on)).at(-1);
  if (session === undefined) return null;
  // A day on which everything was sold has no rows; those of an earlier one are held no more.
  const isEmpty = Number(session.positions_value) === 0;
  const held = isEmpty ? [] : await readRowsOn(trx, runId, 'HOLDINGS', session.date);
  const date = held.at(-1)?.date ?? session.date;
  const recorded = date === session.date ? session : (await readRowsOn(trx, runId, 'EQUITY', date)).at(-1);
  const total = new Decimal(recorded?.total_value ?? 0);
  const items = held.filter((row) => row.date === date).map((row) => holdingView(row, total));
  items.sort((a, b) => b.market_value - a.market_value || (a.symbol < b.symbol ? -1 : 1));
  return { date, cash: Number((recorded ?? session).cash), items };
}

function holdingView(
  { symbol, name, sector, close, close_date, held_since, ...row }: SectionRows['HOLDINGS'],
  total: Decimal,
): RunHoldingView {
  const [quantity, cost, value] = [row.quantity, row.cost, row.market_value].map(
    (text) => new Decimal(text),
  ) as [Decimal, Decimal, Decimal];
  return {
    symbol,
    name,
    sector,
    quantity: quantity.toNumber(),
    avg_cost: cost.div(quantity).toNumber(),
    close: numberOf(close),
    close_date,
    market_value: value.toNumber(),
    weight_pct: total.isZero() ? 0 : value.div(total).times(100).toNumber(),
    unrealised_gain: value.minus(cost).toNumber(),
    held_since,
  };
}

/** The curves of a run and of its benchmark. */
export interface RunCurve {
  run_id: string;
  days: string[];
  values: (number | null)[];
  benchmark: (number | null)[];
}

/** Curves net of tax of runs that have a result, in the order of the ids. */
export async function readCurves(trx: DbTransaction, runIds: readonly string[]): Promise<RunCurve[]> {
  const curves: RunCurve[] = [];
  for (const run_id of runIds) {
    const rows = await readRows(trx, run_id, 'EQUITY');
    if (rows.length === 0) continue;
    curves.push({
      run_id,
      days: rows.map(({ date }) => date),
      values: rows.map((row) => row.performance_index_net_of_tax),
      benchmark: rows.map((row) => row.benchmark_index),
    });
  }
  return curves;
}
