import { joinSentences, seriesNotes, valueOverTime } from '../../../../../charts/index.ts';
import { useHistory } from '../../api/queries.ts';
import { ChartCard } from '../../components/chart-card.tsx';
import { Loaded } from '../../components/notices.tsx';

/** Value and cost of the holdings, day by day. @param portfolio empty for all of them */
export function ValueOverTime({ portfolio }: { portfolio: string }) {
  return (
    <Loaded query={useHistory(portfolio)} isMarked={false}>
      {({ points, currency, reason, notes, ...line }) => (
        <ChartCard
          chart={valueOverTime}
          data={points.map(({ date, value, invested }) => ({ at: date, value, invested }))}
          title="Value over time"
          currency={currency}
          note={joinSentences(reason, ...notes, seriesNotes(line))}
        />
      )}
    </Loaded>
  );
}
