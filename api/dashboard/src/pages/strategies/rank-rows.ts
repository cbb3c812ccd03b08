import type { RankRow } from '../../../../../charts/index.ts';
import type { RunOrder } from '../../api/types.ts';

/** Ranks of shares that were held: a purchase that was not made is of one that was not. */
export const ranksOf = (orders: readonly RunOrder[]): RankRow[] =>
  orders.flatMap(({ date, symbol, rank, rule, state }) =>
    rank === null || (rule === 'ENTRY' && state === 'NOT_MADE') ? [] : [{ date, symbol, rank }],
  );
