/** Parts of a page on which a person decides about what waits, and takes decisions back. */
import { Badge, Group, Stack, Tabs, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { moment } from '../../../../charts/index.ts';
import { type Column, NameCell } from './data-table.tsx';
import { useListParams } from './search-params.ts';

const count = (of: number): string => (of > 0 ? ` (${of.toLocaleString('en-IN')})` : '');

interface InboxTabsProps {
  waiting: ReactNode;
  waitingCount: number;
  decided: ReactNode;
  decidedCount: number;
}

export function InboxTabs({ waiting, waitingCount, decided, decidedCount }: InboxTabsProps) {
  const params = useListParams();
  return (
    <Tabs
      value={params.oneOf('show', ['waiting', 'decided']) ?? 'waiting'}
      onChange={(show) => params.set({ show: show === 'decided' ? show : undefined, action: undefined })}
      keepMounted={false}
    >
      <Tabs.List mb="sm">
        <Tabs.Tab value="waiting">Waiting{count(waitingCount)}</Tabs.Tab>
        <Tabs.Tab value="decided">Decided{count(decidedCount)}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="waiting">{waiting}</Tabs.Panel>
      <Tabs.Panel value="decided">{decided}</Tabs.Panel>
    </Tabs>
  );
}

export const LINE = { borderBottom: '1px solid var(--line)' } as const;

/** @param id where the keyboard goes on after a row has gone. */
export function InboxList({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Stack gap={0} component="ul" m={0} p={0} style={{ listStyle: 'none' }} id={id} tabIndex={-1}>
      {children}
    </Stack>
  );
}

interface InboxItemProps {
  name: string;
  symbol: string;
  facts: readonly string[];
  kind: string;
  isBusy: boolean;
  children: ReactNode;
}

export function InboxItem({ name, symbol, facts, kind, isBusy, children }: InboxItemProps) {
  return (
    <Stack component="li" gap={6} p="md" style={LINE} aria-label={name} aria-busy={isBusy}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <div style={{ minWidth: 0 }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {symbol}
          </Text>
          <Text size="xs" c="dimmed">
            {facts.join(' · ')}
          </Text>
        </div>
        <Badge variant="light" color="grape" style={{ flexShrink: 0 }}>
          {kind}
        </Badge>
      </Group>
      {children}
    </Stack>
  );
}

interface DecidedRow {
  portfolio: string;
  symbol: string;
  title: string;
  decided_at: string | null;
  decided_by: string | null;
}

/**
 * Columns of what was decided.
 * @param of the heading of the title, the facts below it, and the decision in words.
 * @param effect a column between the decision and its day.
 */
export function decidedColumns<Row extends DecidedRow>(
  of: {
    title: string;
    facts: (row: Row) => readonly string[];
    decision: (row: Row) => readonly [words: string, isDone: boolean];
  },
  effect: readonly Column<Row>[] = [],
): readonly Column<Row>[] {
  return [
    {
      key: 'symbol',
      title: 'Share',
      render: ({ symbol, portfolio }) => <NameCell name={symbol} facts={[portfolio]} />,
    },
    {
      key: 'title',
      title: of.title,
      render: (row) => (
        <NameCell name={row.title.charAt(0).toUpperCase() + row.title.slice(1)} facts={[...of.facts(row)]} />
      ),
    },
    {
      key: 'decision',
      title: 'Decision',
      render: (row) => {
        const [words, isDone] = of.decision(row);
        return (
          <Badge color={isDone ? 'teal' : 'gray'} variant="light">
            {words}
          </Badge>
        );
      },
    },
    ...effect,
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
}

const DOORS: Readonly<Record<string, string>> = {
  api: 'Dashboard',
  token: 'API token',
  chat: 'Chat',
  job: 'Munim',
  import: 'Import',
};

/** `api:owner` is "Dashboard, owner"; a job is Munim itself. */
function decidedBy(actor: string): string {
  const [door = '', who] = actor.split(':');
  const name = DOORS[door] ?? actor;
  return door === 'job' || !who || name === actor ? name : `${name}, ${who}`;
}
