import {
  createPositionCache,
  markedKeys,
  type PositionKey,
  replayDays,
  replayPositions,
} from '../positions/index.ts';
import type { Decimal, DbTransaction } from '../../platform/index.ts';
import { type CountedDay, createDayCounter } from './counted-days.ts';
import type { LedgerPosition } from '../ledger/index.ts';
import { type LedgerFlow, ledgerFlows } from './snapshot.ts';

/**
 * What the ledger of one symbol in one portfolio comes to: all that the figures of days and of now are made of. It is
 * shared, and nobody may change it.
 */
interface ReplayedPosition {
  portfolio_id: string;
  symbol: string;
  currency: string;
  quantity: Decimal;
  /** After the tax withheld. */
  dividends: Decimal;
  /** Units are held, or were sold, whose cost nobody knows. */
  has_unknown_cost: boolean;
  /** The days on which anything moved, in order. */
  days: readonly CountedDay[];
  flows: readonly LedgerFlow[];
}

/** Rows of all ledgers whose results are kept; a row takes nearly a kilobyte. */
const MOST_ROWS = 60_000;
/** Days handed on between two breaths. */
const AT_ONCE = 2000;

export type ReplayedLedgers = ReturnType<typeof createReplayedLedgers>;

/** Replays of whole ledgers, for reading. */
export function createReplayedLedgers(mostRows = MOST_ROWS) {
  const kept = createPositionCache<ReplayedPosition>(mostRows);
  return {
    /**
     * Every position of a portfolio, or of all of them, in the order of portfolio and symbol. A ledger too long to be
     * kept is replayed from one position to the next, for what is wanted alone. Not for use within a change.
     * @param of.portfolioId null for all.
     * @param of.wanted the list that is looked at; of a long ledger the other one is empty.
     * @param see is called for one position after the other.
     */
    async each(
      trx: DbTransaction,
      of: { userId: string; portfolioId: string | null; wanted: 'days' | 'flows' },
      see: (position: ReplayedPosition) => void,
    ): Promise<void> {
      const keys = await markedKeys(trx, of.portfolioId);
      if (keys.reduce((sum, { rows }) => sum + rows, 0) > mostRows) {
        if (of.wanted === 'days') for await (const one of replayedByDay(trx, keys)) see(positionOf(one, []));
        else
          await replayPositions(trx, keys, async (key, position) => {
            if (position !== null) see(positionOf({ key, position, days: [] }, ledgerFlows([position])));
          });
        return;
      }
      const isAll = of.portfolioId === null;
      const positions = await kept.read(of.userId, keys, isAll, (stale) => replayed(trx, stale));
      let days = 0;
      for (const one of positions) {
        see(one);
        days += one.days.length;
        if (days < AT_ONCE) continue;
        // Others are served in between.
        await new Promise((resolve) => setImmediate(resolve));
        days = 0;
      }
    },
  };
}

interface Replayed {
  key: PositionKey;
  position: LedgerPosition;
  days: readonly CountedDay[];
}

async function* replayedByDay(trx: DbTransaction, keys: PositionKey[]): AsyncGenerator<Replayed> {
  let counter = createDayCounter();
  for await (const one of replayDays(trx, keys, (date, position) => counter.count(date, position))) {
    const { days } = counter;
    counter = createDayCounter();
    yield { ...one, days };
  }
}

async function* replayed(
  trx: DbTransaction,
  keys: PositionKey[],
): AsyncGenerator<{ key: PositionKey; value: ReplayedPosition }> {
  for await (const one of replayedByDay(trx, keys))
    yield { key: one.key, value: positionOf(one, ledgerFlows([one.position])) };
}

function positionOf({ key, position, days }: Replayed, flows: readonly LedgerFlow[]): ReplayedPosition {
  const { portfolio_id, symbol } = key;
  const { currency, quantity, dividends, unknown_cost_quantity, unknown_cost_sold } = position;
  const has_unknown_cost = !unknown_cost_quantity.isZero() || !unknown_cost_sold.isZero();
  return { portfolio_id, symbol, currency, quantity, dividends, has_unknown_cost, days, flows };
}
