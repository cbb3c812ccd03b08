import type { RankRow } from '../../../../../charts/index.ts';
import type { Signal } from '../../api/types.ts';

/** The ranks of all shares that were among so many best at least once. */
export function ranksOfBest(signals: readonly Signal[], best: number): RankRow[] {
  const chosen = new Set(
    signals.flatMap(({ symbol, rank }) => (rank !== null && rank <= best ? [symbol] : [])),
  );
  return signals.flatMap(({ cycle_date: date, symbol, rank }) =>
    rank === null || !chosen.has(symbol) ? [] : [{ date, symbol, rank }],
  );
}
