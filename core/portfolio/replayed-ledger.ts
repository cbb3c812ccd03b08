import type { Decimal, Transaction } from '../platform/index.ts';
import { type CountedDay, createDayCounter } from './counted-days.ts';
import { createKeptPositions, markedKeys } from './kept-positions.ts';
import { type PositionKey, replayDays } from './ledger-store.ts';
import { type LedgerFlow, ledgerFlows } from './snapshot.ts';

/**
 * What the ledger of one symbol in one portfolio comes to: all that the figures of days and of now are made of. It is
 * shared, and nobody may change it.
 */
export interface ReplayedPosition {
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
  const kept = createKeptPositions<ReplayedPosition>(mostRows);
  return {
    /**
     * Every position of a portfolio, or of all of them, in the order of portfolio and symbol. A ledger too long to be
     * kept is replayed from one position to the next. Not for use within a change.
     * @param portfolioId null for all.
     * @param see is called for one position after the other.
     */
    async each(
      trx: Transaction,
      userId: string,
      portfolioId: string | null,
      see: (position: ReplayedPosition) => void,
    ): Promise<void> {
      const wanted = await markedKeys(trx, portfolioId);
      if (wanted.reduce((sum, { rows }) => sum + rows, 0) > mostRows) {
        for await (const { value } of replayed(trx, wanted)) see(value);
        return;
      }
      const isAll = portfolioId === null;
      const positions = await kept.read(userId, wanted, isAll, (keys) => replayed(trx, keys));
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

async function* replayed(
  trx: Transaction,
  keys: PositionKey[],
): AsyncGenerator<{ key: PositionKey; value: ReplayedPosition }> {
  let counter = createDayCounter();
  const symbols = replayDays(trx, keys, (date, position) => counter.count(date, position));
  for await (const { key, position } of symbols) {
    const { currency, quantity, dividends, unknown_cost_quantity, unknown_cost_sold } = position;
    const value = {
      ...key,
      currency,
      quantity,
      dividends,
      has_unknown_cost: !unknown_cost_quantity.isZero() || !unknown_cost_sold.isZero(),
      days: counter.days,
      flows: ledgerFlows([position]),
    };
    counter = createDayCounter();
    yield { key, value };
  }
}
