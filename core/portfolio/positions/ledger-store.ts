import { createLedger, type LedgerReplay, type SkippedRow, type LedgerPosition } from '../ledger/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import { settleAcceptedUnits } from './accepted-units.ts';
import { deriveFromActions } from './action-families.ts';
import { ledgerBatches } from './ledger-reader.ts';
import type { PositionKey } from './position-key.ts';
import { type RederivedPosition, positionValues, writePositions } from './position-store.ts';
import { expectSettled } from './stock-store.ts';
import { writeSkipped } from './skipped-row-store.ts';

/** Symbols named in one query. */
const KEYS_AT_ONCE = 500;

/** Replays the ledgers of the given symbols one after the other; `see` gets each position with its skipped rows. */
export async function replayPositions(
  trx: DbTransaction,
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
  for await (const batch of ledgerBatches(trx, { keys })) {
    for (const row of batch) {
      if (
        current === null ||
        current.key.symbol !== row.symbol ||
        current.key.portfolio_id !== row.portfolio
      ) {
        await finish();
        current = {
          key: { portfolio_id: row.portfolio, symbol: row.symbol },
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

/**
 * Brings what follows from corporate actions, positions and derived holdings in line with the transactions of the given
 * symbols; called in the transaction that changed them. A holding that the ledger made follows it, and is removed when nothing is left; one written by
 * hand, by a file or by a broker keeps its own quantity (spec: Import and ledger rules 3 and 6).
 * @returns rows that are left out from now on, since with them a sum would be larger than can be kept.
 */
export async function rederivePositions(
  trx: DbTransaction,
  userId: string,
  touched: PositionKey[],
  now: Date,
): Promise<SkippedRow[]> {
  const overflowing: SkippedRow[] = [];
  const keys = await deriveFromActions(trx, userId, [
    ...new Map(touched.map((key) => [textOf(key), key])).values(),
  ]);
  const settled = await settleAcceptedUnits(trx, keys);
  if (settled.length > 0) await deriveFromActions(trx, userId, settled);
  await expectSettled(trx, settled);
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE);
    // Only what is written is kept of each position: its lots may be many.
    const followed = new Map<string, RederivedPosition>(
      some.map((key) => [textOf(key), { key, position: null }]),
    );
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
