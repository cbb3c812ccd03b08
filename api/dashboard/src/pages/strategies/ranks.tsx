import { rankHistory, type RankRow } from '../../../../../charts/index.ts';
import { useLatestRunOrders } from '../../api/research.ts';
import type { RunOrder } from '../../api/types.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';

/** Rebalances without an order for a share that its line runs over. */
const BRIDGED = 6;

/** Ranks of shares that were held: a purchase that was not made is of one that was not. */
export const ranksOf = (orders: readonly RunOrder[]): RankRow[] =>
  orders.flatMap(({ date, symbol, rank, rule, state }) =>
    rank === null || (rule === 'ENTRY' && state === 'NOT_MADE') ? [] : [{ date, symbol, rank }],
  );

export function Ranks({ id }: { id: string }) {
  const orders = useLatestRunOrders(id);
  return (
    <Loaded query={orders} skeleton={<LoadingRows rows={1} height={420} />}>
      {({ items, total }) => (
        <ChartCard
          chart={rankHistory}
          data={{ rows: ranksOf(items), bridged: BRIDGED }}
          title="Ranks of the shares held"
          currency="INR"
          height={460}
          note={`1 is the best rank. A rank is known on each day with an order for the share.${
            total > items.length
              ? ` These are the latest ${items.length.toLocaleString('en-IN')} of ${total.toLocaleString('en-IN')} orders.`
              : ''
          }`}
        />
      )}
    </Loaded>
  );
}
