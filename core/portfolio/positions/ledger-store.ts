import {
  createLedger,
  type LedgerReplay,
  type SkippedRow,
  type LedgerPosition,
  type LedgerTransaction,
} from '../ledger/index.ts';
import type { Transaction } from '../../platform/index.ts';
import { followActions } from './follow-actions.ts';
import { LEDGER_COLUMNS } from './ledger-columns.ts';
import { type Followed, type PositionKey, positionValues, writePositions } from './position-store.ts';
import { writeSkipped } from './skipped-row-store.ts';
export type { PositionKey } from './position-store.ts';

/** Rows fetched at a time: a ledger of millions is replayed in the memory of this many, and in turns this short. */
const BATCH = 500;
/** Symbols named in one query. */
const KEYS_AT_ONCE = 500;

interface LedgerRow extends LedgerTransaction {
  id: string;
  portfolio_id: string;
}

/** Takes six bindings: the keys' portfolios and symbols, and the row after which to begin. */
const LEDGER_ROWS = `
  select t.portfolio_id, ${LEDGER_COLUMNS}
  from portfolio.transactions t
  where (t.portfolio_id, t.symbol) in (select * from unnest(?::bigint[], ?::text[]))
    and (t.portfolio_id, t.symbol, t.trade_date, t.id) > (?::bigint, ?::text, ?::date, ?::bigint)
  order by t.portfolio_id, t.symbol, t.trade_date, t.id`;
/** Makes the names of open cursors differ, since two ledgers may be read in one transaction. */
let cursors = 0;

/**
 * The transactions of the given symbols, in order of portfolio, symbol, date and id, a batch at a time.
 * Numbers come as text, which is what the replay reads fastest.
 */
async function* ledgerRows(trx: Transaction, keys: PositionKey[]): AsyncGenerator<LedgerRow[]> {
  const wanted = [keys.map((key) => key.portfolio_id), keys.map((key) => key.symbol)];
  const { rows: first } = await trx.raw<{ rows: LedgerRow[] }>(`${LEDGER_ROWS} limit ?`, [
    ...wanted,
    '0',
    '',
    '0001-01-01',
    '0',
    BATCH,
  ]);
  yield first;
  const last = first.at(-1);
  if (last === undefined || first.length < BATCH) return;
  // One symbol's ledger is done by now. A long one goes through a cursor, which sorts once; it ends with the transaction.
  cursors += 1;
  const cursor = `ledger_rows_${cursors}`;
  await trx.raw(`declare ${cursor} no scroll cursor for ${LEDGER_ROWS}`, [
    ...wanted,
    last.portfolio_id,
    last.symbol,
    last.date,
    last.id,
  ]);
  for (;;) {
    const { rows } = await trx.raw<{ rows: LedgerRow[] }>(`fetch ${BATCH} from ${cursor}`);
    yield rows;
    if (rows.length < BATCH) break;
  }
  await trx.raw(`close ${cursor}`);
}

/** Replays the ledgers of the given symbols one after the other; `see` gets each position with its skipped rows. */
export async function replayPositions(
  trx: Transaction,
  keys: PositionKey[],
  see: (
    key: PositionKey,
    position: LedgerPosition | null,
    skipped: SkippedRow[],
    rows: number,
  ) => Promise<void>,
): Promise<void> {
  let current: { key: PositionKey; replay: LedgerReplay; rows: number } | null = null;
  const finish = async () => {
    if (current === null) return;
    const { key, replay, rows } = current;
    const { positions, skipped } = replay.result();
    await see(key, positions[0] ?? null, skipped, rows);
  };
  for await (const batch of ledgerRows(trx, keys)) {
    for (const row of batch) {
      if (
        current === null ||
        current.key.symbol !== row.symbol ||
        current.key.portfolio_id !== row.portfolio_id
      ) {
        await finish();
        current = {
          key: { portfolio_id: row.portfolio_id, symbol: row.symbol },
          replay: createLedger(),
          rows: 0,
        };
      }
      current.replay.apply(row);
      current.rows += 1;
    }
    // A long replay must not hold up the other requests of this process.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await finish();
}

/** A replayed symbol, after the last of its days. */
export interface ReplayedSymbol {
  key: PositionKey;
  position: LedgerPosition;
}

/**
 * Replays the ledgers of the given symbols, one after the other and day by day; of each that counts at all it gives the
 * position in the end. They come in the order of the keys' portfolio and symbol.
 * @param see gets the date and the position at the end of each day, before the symbol itself is given.
 */
export async function* replayDays(
  trx: Transaction,
  keys: PositionKey[],
  see: (date: string, position: LedgerPosition) => void,
): AsyncGenerator<ReplayedSymbol> {
  if (keys.length === 0) return;
  let current: { key: PositionKey; replay: LedgerReplay; date: string } | null = null;
  const endDay = (): ReplayedSymbol | null => {
    const position = current?.replay.result().positions[0];
    if (current === null || position === undefined) return null;
    see(current.date, position);
    return { key: current.key, position };
  };
  for await (const batch of ledgerRows(trx, keys)) {
    for (const row of batch) {
      const isSame: boolean =
        current !== null &&
        current.key.symbol === row.symbol &&
        current.key.portfolio_id === row.portfolio_id;
      if (current === null || !isSame) {
        const done = endDay();
        if (done !== null) yield done;
        const key = { portfolio_id: row.portfolio_id, symbol: row.symbol };
        current = { key, replay: createLedger(), date: row.date };
      } else if (row.date !== current.date) {
        endDay();
        current.date = row.date;
      }
      current.replay.apply(row);
    }
    // A long replay must not hold up the other requests of this process.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const last = endDay();
  if (last !== null) yield last;
}

/**
 * Brings what follows from corporate actions, positions and derived holdings in line with the transactions of the given
 * symbols; called in the transaction that changed them. A holding that the ledger made follows it, and is removed when nothing is left; one written by
 * hand, by a file or by a broker keeps its own quantity (spec: Import and ledger rules 3 and 6).
 * @returns rows that are left out from now on, since with them a sum would be larger than can be kept.
 */
export async function followLedger(
  trx: Transaction,
  userId: string,
  touched: PositionKey[],
  now: Date,
): Promise<SkippedRow[]> {
  const overflowing: SkippedRow[] = [];
  const keys = await followActions(trx, userId, [
    ...new Map(touched.map((key) => [textOf(key), key])).values(),
  ]);
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE);
    // Only what is written is kept of each position: its lots may be many.
    const followed = new Map<string, Followed>(some.map((key) => [textOf(key), { key, position: null }]));
    const leftOut: SkippedRow[] = [];
    await replayPositions(trx, some, async (key, position, skipped, rows) => {
      for (const row of skipped) leftOut.push(row);
      if (position !== null)
        followed.set(textOf(key), { key, position: positionValues(userId, key, position, rows, now) });
    });
    await writePositions(trx, userId, [...followed.values()], now);
    const fresh = await writeSkipped(trx, userId, some, leftOut);
    overflowing.push(...fresh.filter(({ code }) => code === 'TOO_LARGE'));
  }
  return overflowing;
}

function textOf(key: PositionKey): string {
  return `${key.portfolio_id}\0${key.symbol}`;
}
