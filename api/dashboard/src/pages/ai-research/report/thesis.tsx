/** How the thesis of a share went on: this run against its baseline, and all baselines and comparisons before. */
import { Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { moment } from '../../../../../../charts/index.ts';
import { Unknown } from '../../../components/amount.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { BadgeWithMeaning } from '../../strategies/badges.tsx';
import type { Baseline, ReportPart } from './parse-report.ts';
import classes from './report.module.css';
import { CLASSIFICATIONS } from './words.ts';

type Comparison = ReportPart['comparisons'][number];

const RunLink = ({ id }: { id: string }) => (
  <Anchor component={Link} to={`/research/ai/${id}`} size="sm">
    {id}
  </Anchor>
);

/** The latest comparison of a run. */
function Compared({ comparison }: { comparison: Comparison }) {
  const { classification, reasons, baseline_run_id } = comparison;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <BadgeWithMeaning {...CLASSIFICATIONS[classification]} />
        <Text size="sm">
          {baseline_run_id === null ? 'There was no baseline.' : 'Against the baseline '}
          {baseline_run_id !== null && <RunLink id={baseline_run_id} />}
        </Text>
      </Group>
      {reasons.length > 0 && (
        <ul className={classes.list} aria-label="Reasons">
          {reasons.map((reason, at) => (
            <li key={`${at} ${reason}`}>{reason}</li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

const BASELINES: Column<Baseline>[] = [
  { key: 'run', title: 'Baseline', render: ({ run_id }) => <RunLink id={run_id} /> },
  {
    key: 'pinned',
    title: 'Pinned',
    render: ({ created_at }) =>
      created_at === null ? (
        <Unknown reason="The time it was pinned was not recorded." />
      ) : (
        <Text size="sm">{moment(created_at)}</Text>
      ),
  },
  {
    key: 'state',
    title: 'State',
    render: ({ is_active, replaced_at, portfolio_id }) => (
      <Group gap={6}>
        <Badge color={is_active ? 'teal' : 'gray'} variant="light">
          {is_active ? 'Active' : 'Former'}
        </Badge>
        <Text size="xs" c="dimmed">
          {[
            replaced_at === null ? '' : `until ${moment(replaced_at)}`,
            portfolio_id === null ? '' : 'for one portfolio',
          ]
            .filter(Boolean)
            .join(', ')}
        </Text>
      </Group>
    ),
  },
];

const COMPARISONS: Column<Comparison>[] = [
  { key: 'run', title: 'Run', render: ({ run_id }) => <RunLink id={run_id} /> },
  {
    key: 'baseline',
    title: 'Baseline',
    render: ({ baseline_run_id }) =>
      baseline_run_id === null ? (
        <Unknown reason="There was no baseline." />
      ) : (
        <RunLink id={baseline_run_id} />
      ),
  },
  {
    key: 'result',
    title: 'Result',
    render: ({ classification }) => <BadgeWithMeaning {...CLASSIFICATIONS[classification]} />,
  },
  {
    key: 'reasons',
    title: 'Reasons',
    render: ({ reasons }) => (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {reasons.join(' ')}
      </Text>
    ),
  },
  { key: 'at', title: 'Compared', render: ({ created_at }) => <Text size="sm">{moment(created_at)}</Text> },
];

interface ThesisProps {
  runId: string;
  baselines: readonly Baseline[];
  comparisons: readonly Comparison[];
}

export function ThesisHistory({ runId, baselines, comparisons }: ThesisProps) {
  const own = comparisons.find(({ run_id }) => run_id === runId);
  return (
    <section className="panel" aria-labelledby="thesis">
      <Stack gap="sm" p="md">
        <Text component="h2" id="thesis" fw={600}>
          Baselines
        </Text>
        {own !== undefined && <Compared comparison={own} />}
        {baselines.length === 0 ? (
          <Text size="sm" c="dimmed">
            No run of this share has been pinned as a baseline yet.
          </Text>
        ) : (
          <DataTable
            caption="Baselines"
            columns={BASELINES}
            rows={baselines}
            keyOf={({ run_id, created_at }) => `${run_id} ${created_at}`}
          />
        )}
        {comparisons.length > 0 && (
          <DataTable
            caption="Comparisons"
            columns={COMPARISONS}
            rows={comparisons}
            keyOf={({ run_id, created_at }) => `${run_id} ${created_at}`}
          />
        )}
      </Stack>
    </section>
  );
}
