/** The form of a backtest: empty, or filled in from one that is to be run again with changes. */
import { useRun, useStrategies } from '../api/research.ts';
import { Heading } from '../components/heading.tsx';
import { Loaded, LoadingRows } from '../components/notices.tsx';
import { useListParams } from '../components/search-params.ts';
import { AllBacktests } from './strategies/all-backtests.tsx';
import { todayOf } from '../components/today.ts';
import { RunForm } from './strategies/run-form.tsx';

export default function NewBacktestPage() {
  const again = useListParams().get('from');
  const strategies = useStrategies();
  const run = useRun(again);
  return (
    <>
      <AllBacktests />
      <Heading help="backtests" title="New backtest">
        {again === ''
          ? 'Choose a strategy, the shares it may buy and a period.'
          : 'These are the settings of the earlier backtest. Change what you like.'}
      </Heading>
      <Loaded query={strategies} skeleton={<LoadingRows rows={8} />}>
        {(known) =>
          again === '' ? (
            <RunForm strategies={known} run={null} today={todayOf(Date.now())} />
          ) : (
            <Loaded query={run} skeleton={<LoadingRows rows={8} />}>
              {(before) => (
                <RunForm key={before.run_id} strategies={known} run={before} today={todayOf(Date.now())} />
              )}
            </Loaded>
          )
        }
      </Loaded>
    </>
  );
}
