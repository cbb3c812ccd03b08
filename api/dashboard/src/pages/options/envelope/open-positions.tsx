/** Open option trades by their newest report. */
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { moment } from '../../../../../../charts/index.ts';
import { useOpenPositions } from '../../../api/options-envelope.ts';
import type { OpenPosition } from '../../../api/options-envelope-types.ts';
import { Amount, Change } from '../../../components/amount.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Loaded } from '../../../components/notices.tsx';
import { Pager } from '../../../components/pager.tsx';
import { Section } from '../../settings/section.tsx';

const A_PAGE = 25;

export function OpenPositions() {
  const [page, setPage] = useState(1);
  const positions = useOpenPositions(page, A_PAGE);
  return (
    <Section
      title="Open trades"
      description="Open trades of every mode, live ones first. Only live trades count toward the limits above."
    >
      <Loaded query={positions}>
        {({ items, total, page_size }) =>
          total === 0 ? (
            <Text size="sm">
              No open trades. They show here once your trading process sends position records.
            </Text>
          ) : (
            <Stack gap="sm">
              <DataTable
                caption="Open trades"
                columns={columns}
                rows={items}
                keyOf={({ mode, tag }) => `${mode} ${tag}`}
              />
              <Pager page={page} pageSize={page_size} total={total} noun="trades" onPage={setPage} />
            </Stack>
          )
        }
      </Loaded>
    </Section>
  );
}

const inWords = (code: string): string => code.toLowerCase().replaceAll('_', ' ');

const columns: Column<OpenPosition>[] = [
  {
    key: 'tag',
    title: 'Trade',
    render: ({ tag, strategy, underlying, mode, opened_at }) => (
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {tag}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {mode} · {strategy} · {underlying} · {moment(opened_at)}
        </Text>
      </Stack>
    ),
  },
  { key: 'state', title: 'State', render: ({ state }) => <Text size="sm">{inWords(state)}</Text> },
  {
    key: 'net',
    title: 'Unrealised, net',
    align: 'end',
    render: ({ unrealised_net, reasons }) => (
      <Change value={unrealised_net} currency="INR" reason={reasons.unrealised_net} />
    ),
  },
  {
    key: 'max_loss',
    title: 'Largest loss',
    align: 'end',
    render: ({ max_loss, reasons }) => <Amount value={max_loss} currency="INR" reason={reasons.max_loss} />,
  },
  {
    key: 'margin',
    title: 'Margin',
    align: 'end',
    render: ({ margin_used, reasons }) => (
      <Amount value={margin_used} currency="INR" reason={reasons.margin_used} />
    ),
  },
  {
    key: 'event',
    title: 'Event risk',
    render: ({ event_risk }) => <Text size="sm">{inWords(event_risk)}</Text>,
  },
];
