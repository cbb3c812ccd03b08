import { createPositionCache, markedKeys, type PositionKey, replayPositions } from '../positions/index.ts';
import type { Decimal, DbTransaction } from '../../platform/index.ts';
import { type LedgerFlow, ledgerFlows } from './snapshot.ts';

/** The replayed ledger of one symbol in one portfolio. It is shared and must not be changed. */
export interface ReplayedPosition {
  /** The portfolio's id. */
  key: string;
  symbol: string;
  currency: string;
  quantity: Decimal;
  /** After the tax withheld. */
  dividends: Decimal;
  /** Units of unknown cost are held, or were sold. */
  has_unknown_cost: boolean;
  flows: readonly LedgerFlow[];
}

/** Rows of all ledgers whose results are kept; a row takes nearly a kilobyte. */
const MOST_ROWS = 60_000;

export type ReadReplayedLedger = ReturnType<typeof createReplayedLedger>;

/**
 * Reads every position of a person, in the order of portfolio and symbol. A ledger too long to be kept is replayed each
 * time. Not for use within a change.
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

async function replayed(
  trx: DbTransaction,
  keys: PositionKey[],
): Promise<{ key: PositionKey; value: ReplayedPosition }[]> {
  const found: { key: PositionKey; value: ReplayedPosition }[] = [];
  await replayPositions(trx, keys, async (key, position) => {
    if (position === null) return;
    const { currency, quantity, dividends, unknown_cost_quantity, unknown_cost_sold } = position;
    const value = {
      key: key.portfolio_id,
      symbol: key.symbol,
      currency,
      quantity,
      dividends,
      has_unknown_cost: !unknown_cost_quantity.isZero() || !unknown_cost_sold.isZero(),
      flows: ledgerFlows([position]),
    };
    found.push({ key, value });
  });
  return found;
}
