import { Stack, Text } from '@mantine/core';
import { day } from '../../../../../../charts/index.ts';
import type { OptionFunnel } from '../../../api/option-results.ts';
import { type Column, DataTable, NameCell } from '../../../components/data-table.tsx';
import { MODE_WORDS } from '../results/words.ts';

type Strategy = OptionFunnel['by_strategy'][number];
type Reason = Strategy['reasons'][number] & { strategy: string; mode: Strategy['mode'] };
type Day = OptionFunnel['by_day'][number];

const counted = <Row extends Pick<Day, 'seen' | 'filtered' | 'executed' | 'undecided'>>(): Column<Row>[] => [
  { key: 'seen', title: 'Seen', align: 'end', render: ({ seen }) => seen },
  { key: 'filtered', title: 'Filtered', align: 'end', render: ({ filtered }) => filtered },
  { key: 'executed', title: 'Executed', align: 'end', render: ({ executed }) => executed },
  { key: 'undecided', title: 'Undecided', align: 'end', render: ({ undecided }) => undecided },
];

const strategyColumns: Column<Strategy>[] = [
  {
    key: 'strategy',
    title: 'Strategy',
    render: ({ strategy, mode }) => <NameCell name={strategy} facts={[MODE_WORDS[mode].label]} />,
  },
  ...counted<Strategy>(),
];

export function Strategies({ of }: { of: OptionFunnel }) {
  return (
    <div className="panel">
      <DataTable
        caption="Signals by strategy"
        columns={strategyColumns}
        rows={of.by_strategy}
        keyOf={({ strategy, mode }) => `${strategy} ${mode}`}
      />
    </div>
  );
}

const reasonColumns: Column<Reason>[] = [
  {
    key: 'reason',
    title: 'Reason',
    render: ({ words, code }) => <NameCell name={words} facts={[code]} />,
  },
  {
    key: 'strategy',
    title: 'Strategy',
    render: ({ strategy, mode }) => `${strategy} (${MODE_WORDS[mode].label.toLowerCase()})`,
  },
  { key: 'count', title: 'Filtered', align: 'end', render: ({ count }) => count },
  {
    key: 'example',
    title: 'Latest example',
    render: ({ example }) =>
      example?.detail === null || example === null ? (
        <Text size="sm" c="dimmed">
          None
        </Text>
      ) : (
        <Stack gap={0}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {example.detail}
          </Text>
          {example.underlying !== null && (
            <Text size="xs" c="dimmed">
              {example.underlying}
            </Text>
          )}
        </Stack>
      ),
  },
];

export function Reasons({ of }: { of: OptionFunnel }) {
  const rows = of.by_strategy
    .flatMap(({ strategy, mode, reasons }) => reasons.map((reason) => ({ ...reason, strategy, mode })))
    .sort((one, other) => other.count - one.count);
  if (rows.length === 0) return null;
  return (
    <div className="panel">
      <DataTable
        caption="Reasons for filtering"
        columns={reasonColumns}
        rows={rows}
        keyOf={({ strategy, mode, code }) => `${strategy} ${mode} ${code}`}
      />
    </div>
  );
}

const dayColumns: Column<Day>[] = [
  { key: 'day', title: 'Day', render: (one) => day(one.day) },
  ...counted<Day>(),
];

export function Days({ of }: { of: OptionFunnel }) {
  return (
    <div className="panel">
      <DataTable
        caption="Signals by day"
        columns={dayColumns}
        rows={of.by_day.toReversed()}
        keyOf={(one) => one.day}
      />
    </div>
  );
}
