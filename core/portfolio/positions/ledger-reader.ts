import type { DbTransaction } from '../../platform/index.ts';
import {
  type LedgerText,
  type LedgerTransaction,
  TEXT_FIELDS,
  type TransactionType,
} from '../ledger/index.ts';
import type { TransactionSource } from '../models.ts';
import type { PositionKey } from './position-key.ts';
import { IS_NOT_MERGED, IS_REPLAYED } from './skipped-row-store.ts';

/** A stored row as a replay takes it; `portfolio` is the portfolio's id, and numbers are the text they are stored as. */
export interface LedgerRow extends LedgerTransaction {
  id: string;
}

/** Which rows of the ledger are wanted. */
export interface LedgerRowFilter {
  /** Of these positions alone. */
  keys: readonly PositionKey[];
  /** No row after this day. */
  until?: string;
  /** Only what was recorded, nothing that follows from corporate actions. */
  isRecorded?: boolean;
  /** Only what the replay counts. */
  isReplayed?: boolean;
  types?: readonly TransactionType[];
}

/**
 * True for a sale whose day is matched first: the person did not switch that off, and the row is of a share or an ETF that
 * is traded in India. Without a class the ISIN decides: INE with type 07 or 08 is a debenture, INF may be a fund. Without
 * either it counts as a share, as in the tax report.
 */
const INTRADAY_FIRST = `case when t.type = 'SELL' and t.currency = 'INR' and coalesce(s.intraday_first, true)
    and coalesce(t.isin, 'INE') like 'IN%'
    and case when t.asset_class is null
      then coalesce(t.isin, 'INE') like 'INE%' and coalesce(substr(t.isin, 8, 2), '01') not in ('07', '08')
      else t.asset_class in ('Indian Equity', 'ETF') end
  then true end`;
/** The rows of the ledger with what their owner chose about it. */
const ROWS = `portfolio.transactions t left join portfolio.ledger_settings s on s.owner_user_id = t.owner_user_id`;

/** Every column that a replay reads, by its field: numbers come as text, which is what it reads fastest. */
const COLUMNS = {
  id: 't.id',
  portfolio: 't.portfolio_id::text',
  symbol: 't.symbol',
  date: 't.trade_date::text',
  type: 't.type',
  quantity: 't.quantity::text',
  price: 't.price::text',
  fee_tax: 't.fee_tax::text',
  currency: 't.currency',
  isin: 't.isin',
  asset_class: 't.asset_class',
  action_id: 't.action_id',
  executed_at: 't.executed_at::text',
  execution_id: 't.execution_id',
  acquired_on: 't.acquired_on::text',
  carried_cost: 't.carried_cost::text',
  carried_average: 't.carried_average::text',
  intraday_first: INTRADAY_FIRST,
  is_opening: 't.is_opening',
  recorded_symbol: 't.recorded_symbol',
  lot_chain: 't.lot_chain',
} satisfies Record<keyof LedgerTransaction, string>;
const SELECTED = Object.entries(COLUMNS)
  .map(([field, column]) => `${column} as ${field}`)
  .join(', ');
const ORDER = 't.portfolio_id, t.symbol, t.trade_date, t.id';
const OF_KEYS = '(t.portfolio_id, t.symbol) in (select * from unnest(?::bigint[], ?::text[]))';

/** Rows fetched at a time: a ledger of millions is replayed in the memory of this many, and in turns this short. */
const BATCH = 500;
/** Makes the names of open cursors differ, since two ledgers may be read in one transaction. */
let cursors = 0;

type Binding = string | number | readonly string[];

function keysOf(keys: readonly PositionKey[]): Binding[] {
  return [keys.map((key) => key.portfolio_id), keys.map((key) => key.symbol)];
}

/** The condition that `wanted` comes to, with its bindings. */
function conditionOf({ keys, until, isRecorded, isReplayed, types }: LedgerRowFilter): {
  sql: string;
  bindings: Binding[];
} {
  const parts = [OF_KEYS, IS_NOT_MERGED];
  const bindings = keysOf(keys);
  if (until !== undefined) {
    parts.push('t.trade_date <= ?::date');
    bindings.push(until);
  }
  if (isRecorded === true) parts.push('t.action_id is null');
  if (isReplayed === true) parts.push(IS_REPLAYED);
  if (types !== undefined) {
    parts.push('t.type = any(?::text[])');
    bindings.push(types);
  }
  return { sql: parts.join(' and '), bindings };
}

/** Rows by portfolio, symbol, date and id, all at once: for the few symbols of which that many are known to be. */
export async function readLedgerRows(trx: DbTransaction, wanted: LedgerRowFilter): Promise<LedgerRow[]> {
  const { sql, bindings } = conditionOf(wanted);
  const { rows } = await trx.raw<{ rows: LedgerRow[] }>(
    `select ${SELECTED} from ${ROWS} where ${sql} order by ${ORDER}`,
    bindings as string[],
  );
  return rows;
}

/** The same with where each row comes from. */
export async function readSourcedRows(
  trx: DbTransaction,
  wanted: LedgerRowFilter,
): Promise<(LedgerRow & { source: TransactionSource })[]> {
  const { sql, bindings } = conditionOf(wanted);
  const { rows } = await trx.raw<{ rows: (LedgerRow & { source: TransactionSource })[] }>(
    `select ${SELECTED}, t.source from ${ROWS} where ${sql} order by ${ORDER}`,
    bindings as string[],
  );
  return rows;
}

/** The same rows a batch at a time, for ledgers of any length, within a transaction. Not to be left before its end. */
export async function* ledgerBatches(
  trx: DbTransaction,
  wanted: LedgerRowFilter,
): AsyncGenerator<LedgerRow[]> {
  // Short ledgers need no transaction, but few tests have a long one: so both are checked.
  if (trx.isTransaction !== true) throw new Error('a ledger is read in batches within a transaction only');
  const { sql, bindings } = conditionOf(wanted);
  const { rows: first } = await trx.raw<{ rows: LedgerRow[] }>(
    `select ${SELECTED} from ${ROWS} where ${sql} order by ${ORDER} limit ?`,
    [...bindings, BATCH] as string[],
  );
  yield first;
  const last = first.at(-1);
  if (last === undefined || first.length < BATCH) return;
  // One symbol's ledger is done by now. A long one goes through a cursor, which sorts once; it ends with the transaction.
  cursors += 1;
  const cursor = `ledger_rows_${cursors}`;
  await trx.raw(
    `declare ${cursor} no scroll cursor for
     select ${SELECTED} from ${ROWS}
     where ${sql} and (${ORDER}) > (?::bigint, ?::text, ?::date, ?::bigint) order by ${ORDER}`,
    [...bindings, last.portfolio, last.symbol, last.date, last.id] as string[],
  );
  for (;;) {
    const { rows } = await trx.raw<{ rows: LedgerRow[] }>(`fetch ${BATCH} from ${cursor}`);
    yield rows;
    if (rows.length < BATCH) break;
  }
  await trx.raw(`close ${cursor}`);
}

/** Texts without trailing zeros are read faster and take less memory than all ten decimals of the column. */
const SHORTER: Partial<Record<(typeof TEXT_FIELDS)[number], string>> = {
  quantity: 'trim_scale(t.quantity)',
  price: 'trim_scale(t.price)',
  fee_tax: 'trim_scale(t.fee_tax)',
};
/** A row as a line of `rowsOfText`. */
const LINE = `concat_ws(E'\\t', ${TEXT_FIELDS.map(
  (field) => `coalesce((${SHORTER[field] ?? COLUMNS[field]})::text, '')`,
).join(', ')})`;

/** All rows of some positions as text, for a thread that replays them: this process only hands them on. */
export async function readLedgerTexts(
  trx: DbTransaction,
  keys: readonly PositionKey[],
): Promise<LedgerText[]> {
  const { rows } = await trx.raw<{ rows: LedgerText[] }>(
    `select t.portfolio_id::text as portfolio, t.symbol,
       string_agg(${LINE}, E'\\n' order by t.trade_date, t.id) as text
     from ${ROWS} where ${OF_KEYS} and ${IS_NOT_MERGED} group by t.portfolio_id, t.symbol`,
    keysOf(keys) as string[],
  );
  return rows;
}
