import { createPositionCache, markedKeys, type PositionKey, replayPositions } from '../positions/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import { type ReplayedPosition, replayedPosition } from './snapshot.ts';

/** Rows of all ledgers whose results are kept; a row takes nearly a kilobyte. */
const MOST_ROWS = 60_000;

export type ReadReplayedLedger = ReturnType<typeof createReplayedLedger>;

/**
 * Reads every position of a person, by the id of its portfolio. A ledger too long to be kept is replayed each time. The
 * result is shared and must not be changed. Not for use within a change.
 */
export function createReplayedLedger() {
  const kept = createPositionCache<ReplayedPosition>(MOST_ROWS);
  return async (trx: DbTransaction, userId: string): Promise<ReplayedPosition[]> => {
    const keys = await markedKeys(trx, null);
    if (keys.reduce((sum, { rows }) => sum + rows, 0) > MOST_ROWS)
      return (await replayed(trx, keys)).map(({ value }) => value);
    return await kept.read(userId, keys, true, async function* (stale) {
      yield* await replayed(trx, stale);
    });
  };
}

async function replayed(trx: DbTransaction, keys: PositionKey[]) {
  const found: { key: PositionKey; value: ReplayedPosition }[] = [];
  await replayPositions(trx, keys, async (key, position) => {
    if (position !== null) found.push({ key, value: replayedPosition(key.portfolio_id, position) });
  });
  return found;
}
