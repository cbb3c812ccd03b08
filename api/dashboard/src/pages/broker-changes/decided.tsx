/** Decided changes by brokers, the latest decision first. */
import { Badge, Button, Text } from '@mantine/core';
import { moment } from '../../../../../charts/index.ts';
import type { BrokerChange } from '../../api/types.ts';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { Empty } from '../../components/notices.tsx';
import { IconArrowsExchange } from '../../icons.ts';
import { decidedBy } from '../corporate-actions/words.ts';
import { type Decisions, LIST_ID } from './use-decisions.ts';
import { KINDS } from './words.ts';

const STATES: Readonly<Record<BrokerChange['state'], string>> = {
  OPEN: 'Waiting',
  LATER: 'Later',
  ACCEPTED: 'Accepted',
  KEPT: 'Kept mine',
  WITHDRAWN: 'Taken back by the broker',
};

const columns: readonly Column<BrokerChange>[] = [
  {
    key: 'symbol',
    title: 'Share',
    render: ({ symbol, portfolio }) => <NameCell name={symbol} facts={[portfolio]} />,
  },
  {
    key: 'title',
    title: 'Change',
    render: ({ title, kind }) => (
      <NameCell name={title.charAt(0).toUpperCase() + title.slice(1)} facts={[KINDS[kind]]} />
    ),
  },
  {
    key: 'state',
    title: 'Decision',
    render: ({ state }) => (
      <Badge color={state === 'ACCEPTED' ? 'teal' : 'gray'} variant="light">
        {STATES[state]}
      </Badge>
    ),
  },
  {
    key: 'decided_at',
    title: 'Decided',
    render: ({ decided_at, decided_by }) => (
      <div>
        <span className="figure">{moment(decided_at)}</span>
        <Text size="xs" c="dimmed">
          {decided_by === null ? 'Broker' : decidedBy(decided_by)}
        </Text>
      </div>
    ),
  },
];

export function DecidedChanges({
  decided,
  decisions,
}: {
  decided: readonly BrokerChange[];
  decisions: Decisions;
}) {
  if (decided.length === 0)
    return (
      <Empty icon={<IconArrowsExchange />} title="No decisions yet">
        Changes that you accept or decline are listed here. You can undo them.
      </Empty>
    );
  return (
    <div className="panel" id={LIST_ID} tabIndex={-1}>
      <DataTable
        caption="Decided changes by brokers"
        columns={columns}
        rows={decided}
        keyOf={({ id }) => id}
        actions={(one) =>
          one.state === 'WITHDRAWN' ? null : (
            <Button
              size="compact-sm"
              variant="default"
              disabled={decisions.underWay !== null}
              loading={decisions.underWay === one.id}
              onClick={() => decisions.undo(one)}
              aria-label={`Undo ${one.symbol}, ${one.title}`}
            >
              Undo
            </Button>
          )
        }
      />
    </div>
  );
}
