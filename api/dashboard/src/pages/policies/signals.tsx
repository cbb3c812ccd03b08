import { Stack, Text } from '@mantine/core';
import { quantity, rankHistory } from '../../../../../charts/index.ts';
import { LARGEST_PAGE, useLatestRanks, usePolicyCycles, usePolicySignals } from '../../api/policies.ts';
import type { Cycle, Policy, Signal } from '../../api/types.ts';
import { Unknown } from '../../components/amount.tsx';
import { ChartCard } from '../../components/chart-card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { Pager } from '../../components/pager.tsx';
import { useListParams } from '../../components/search-params.ts';
import { configOf } from '../strategies/config-words.ts';
import { CycleChoice } from './cycle-choice.tsx';
import { NoCycles } from './plan.tsx';
import { ranksOfBest } from './ranks-of-best.ts';

const PAGE_SIZE = 50;
/** Shares to hold where the config does not say how many. */
const USUAL_BEST = 10;

/** What was ranked in a rebalance, and how the ranks of the best moved over the last ones. */
export function Signals({ policy }: { policy: Policy }) {
  const cycles = usePolicyCycles(policy, 1, LARGEST_PAGE);
  return (
    <Loaded query={cycles}>
      {({ items }) =>
        items.length === 0 ? (
          <NoCycles policy={policy} />
        ) : (
          <Stack gap="md">
            <Ranks policy={policy} cycles={items} />
            <Ranking policy={policy} cycles={items} />
          </Stack>
        )
      }
    </Loaded>
  );
}

function Ranks({ policy, cycles }: { policy: Policy; cycles: readonly Cycle[] }) {
  const ranks = useLatestRanks(policy, cycles);
  const best = configOf(policy).top_n ?? USUAL_BEST;
  return (
    <Loaded query={ranks} skeleton={<LoadingRows rows={1} height={420} />}>
      {(signals) => (
        <ChartCard
          chart={rankHistory}
          data={{ rows: ranksOfBest(signals, best) }}
          title="Ranks over the last rebalances"
          currency="INR"
          height={420}
          note={`Shares that were among the best ${quantity(best)} in one of them. 1 is the best rank.`}
        />
      )}
    </Loaded>
  );
}

function Ranking({ policy, cycles }: { policy: Policy; cycles: readonly Cycle[] }) {
  const params = useListParams();
  const asked = params.get('date');
  const ranked = cycles.filter(({ status }) => status !== 'FAILED');
  const date =
    ranked.find(({ cycle_date }) => cycle_date === asked)?.cycle_date ?? ranked[0]?.cycle_date ?? '';
  const signals = usePolicySignals(policy, date, params.page, PAGE_SIZE);
  if (ranked.length === 0) return null;
  return (
    <Stack gap="sm">
      <CycleChoice
        cycles={ranked}
        value={ranked.find(({ cycle_date }) => cycle_date === date)?.cycle_id ?? ''}
        onChange={({ cycle_date: next }) =>
          params.set({ date: next === ranked[0]?.cycle_date ? undefined : next })
        }
      />
      <Loaded query={signals}>
        {({ items, page, page_size, total }) => (
          <div className="panel">
            <DataTable caption="Signals" columns={columns} rows={items} keyOf={({ symbol }) => symbol} />
            <Pager
              page={page}
              pageSize={page_size}
              total={total}
              noun="shares"
              onPage={(next) => params.set({ page: next })}
            />
          </div>
        )}
      </Loaded>
    </Stack>
  );
}

const columns: Column<Signal>[] = [
  {
    key: 'symbol',
    title: 'Share',
    render: ({ symbol }) => (
      <Text size="sm" fw={600}>
        {symbol}
      </Text>
    ),
  },
  {
    key: 'rank',
    title: 'Rank',
    align: 'end',
    render: ({ rank, unrankable }) =>
      rank === null ? (
        <Unknown reason={unrankable ?? 'It could not be ranked.'} />
      ) : (
        <span className="figure">{quantity(rank)}</span>
      ),
  },
  {
    key: 'score',
    title: 'Score',
    align: 'end',
    render: ({ score, unrankable }) =>
      score === null ? (
        <Unknown reason={unrankable ?? 'It has no score.'} />
      ) : (
        <span className="figure">{quantity(Number(score.toFixed(4)))}</span>
      ),
  },
];
