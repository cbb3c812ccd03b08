import { rankHistory } from '../../../../../charts/index.ts';
import { useLatestRunOrders } from '../../api/research.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { ranksOf } from './rank-rows.ts';

/** Rebalances without an order for a share that its line runs over. */
const BRIDGED = 6;

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
