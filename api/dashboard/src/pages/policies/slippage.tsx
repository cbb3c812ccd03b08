import { Box, Text, Title } from '@mantine/core';
import { day, money, percent, quantity } from '../../../../../charts/index.ts';
import type { Policy, Tracking } from '../../api/types.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { SIDES } from '../strategies/words.ts';
import { slippageText } from './words.ts';

type Fill = Tracking['slippage'][number];

/** Fills that are listed. */
const MOST_FILLS = 20;

/** How fills differed from the prices that they were planned with, in the books that are shown. */
export function Slippage({ tracking, mode }: { tracking: Tracking; mode: Policy['mode'] }) {
  const fills = tracking.slippage.filter((fill) => fill.mode === mode);
  if (fills.length === 0) return null;
  return (
    <Box className="panel" component="section" aria-label="Slippage">
      <Box p="md" pb={4}>
        <Title order={2} size="h4">
          Slippage
        </Title>
        <Text size="sm" c="dimmed">
          {slippageText(fills)}
        </Text>
      </Box>
      <DataTable
        caption="Slippage of fills"
        columns={columns}
        rows={fills.slice(0, MOST_FILLS)}
        keyOf={({ order_id }) => order_id}
      />
      {fills.length > MOST_FILLS && (
        <Text size="xs" c="dimmed" p="md" pt={6}>
          The latest {MOST_FILLS} of {quantity(fills.length)} fills.
        </Text>
      )}
    </Box>
  );
}

const columns: readonly Column<Fill>[] = [
  {
    key: 'fill',
    title: 'Fill',
    render: ({ side, symbol, date }) => (
      <div>
        <Text size="sm" fw={600}>
          {SIDES[side].label} {symbol}
        </Text>
        <Text size="xs" c="dimmed" fw={400} className="figure">
          {day(date)}
        </Text>
      </div>
    ),
  },
  {
    key: 'reference',
    title: 'Planned at',
    align: 'end',
    render: ({ reference_price }) => <span className="figure">{money(reference_price, 'INR')}</span>,
  },
  {
    key: 'price',
    title: 'Filled at',
    align: 'end',
    render: ({ fill_price }) => <span className="figure">{money(fill_price, 'INR')}</span>,
  },
  {
    key: 'slippage',
    title: 'Slippage',
    align: 'end',
    render: ({ slippage_pct }) => <span className="figure">{percent(slippage_pct, { plus: true })}</span>,
  },
];
