/** Backtests beside each other: their curves from 100 on, and their figures. */
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconGitCompare } from '../icons.ts';
import { Link } from 'react-router';
import { day, strategyComparison } from '../../../../charts/index.ts';
import { useRunComparison } from '../api/research.ts';
import type { Run, RunComparison } from '../api/types.ts';
import { ChartCard } from '../components/chart-card.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { Heading } from '../components/heading.tsx';
import { Notice } from '../components/notice.tsx';
import { Empty, Loaded, LoadingRows } from '../components/notices.tsx';
import { useListParams } from '../components/search-params.ts';
import { AllBacktests } from './strategies/all-backtests.tsx';
import { SurvivorshipBadge, ValidationBadge } from './strategies/badges.tsx';
import { type ComparedMeasure, comparedMeasures } from './strategies/measures.ts';
import { distinctNames } from './strategies/words.ts';

export default function CompareBacktestsPage() {
  const ids = useListParams()
    .get('ids')
    .split(',')
    .filter((id) => id !== '');
  const comparison = useRunComparison(ids);
  return (
    <>
      <AllBacktests />
      <Heading help="backtests" title="Compare backtests">
        Net of costs and tax, beside the benchmark of each.
      </Heading>
      {ids.length === 0 ? (
        <Empty
          icon={<IconGitCompare />}
          title="Nothing to compare"
          actions={
            <Button component={Link} to="/strategies">
              All backtests
            </Button>
          }
        >
          Select two or more finished backtests in the list.
        </Empty>
      ) : (
        <Loaded query={comparison} skeleton={<LoadingRows rows={2} height={320} />}>
          {(data) => <Comparison comparison={data} />}
        </Loaded>
      )}
    </>
  );
}

function Comparison({ comparison: { runs, days, curves, benchmarks } }: { comparison: RunComparison }) {
  const names = distinctNames(runs);
  const nameOf = new Map(runs.map(({ run_id }, at) => [run_id, names[at] ?? run_id]));
  const periods = new Set(runs.map(({ from, to }) => `${from} ${to}`));
  return (
    <Stack gap="md">
      {periods.size > 1 && (
        <Notice tone="caution">
          The periods differ. The chart begins on the first day that all have; the table shows each over its
          own period.
        </Notice>
      )}
      <ChartCard
        chart={strategyComparison}
        data={{
          days,
          curves: curves.map(({ run_id, name, values }) => ({ name: nameOf.get(run_id) ?? name, values })),
          benchmarks: benchmarks.map(({ name, values }) => ({ name, values })),
        }}
        title="Growth"
        currency="INR"
        height={380}
        note="All lines start at 100. Benchmarks pay no costs and no tax."
      />
      <div className="panel">
        <DataTable
          caption="Figures side by side"
          columns={columnsOf(runs, names)}
          rows={comparedMeasures}
          keyOf={({ name }) => name}
        />
      </div>
      <Text size="sm" c="dimmed">
        The best figure of each line is marked with ★, where more or less of it is better.
      </Text>
    </Stack>
  );
}

/** A column for each run, headed by its name. */
function columnsOf(runs: readonly Run[], names: readonly string[]): Column<ComparedMeasure>[] {
  return [
    { key: 'name', title: 'Figure', render: ({ name }) => name },
    ...runs.map((run, at): Column<ComparedMeasure> => ({
      key: run.run_id,
      title: names[at] ?? run.name,
      align: 'end',
      render: (measure) => <Cell measure={measure} run={run} runs={runs} />,
    })),
  ];
}

interface CellProps {
  measure: ComparedMeasure;
  run: Run;
  runs: readonly Run[];
}

function Cell({ measure, run, runs }: CellProps) {
  if (measure.kind !== 'figure') {
    if (measure.kind === 'survivorship') return <SurvivorshipBadge of={run.survivorship} />;
    if (measure.kind === 'validation') return <ValidationBadge of={run.validation} />;
    return (
      <Anchor component={Link} to={`/strategies/${run.run_id}`} size="sm" className="figure">
        {day(run.from)} to {day(run.to)}
      </Anchor>
    );
  }
  const text = measure.text(run);
  return (
    <span className="figure">
      {measure.isBest(run, runs) && (
        <span role="img" aria-label="best">
          ★{' '}
        </span>
      )}
      {text}
    </span>
  );
}
