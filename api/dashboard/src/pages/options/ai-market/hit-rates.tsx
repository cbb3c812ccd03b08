/** How often verdicts were right: in all, by verdict, by model, by month. */
import { Stack, Text, Title } from '@mantine/core';
import { percent } from '../../../../../../charts/index.ts';
import type { MarketPerformance } from '../../../api/types.ts';
import { Unknown } from '../../../components/amount.tsx';
import { type Column, DataTable } from '../../../components/data-table.tsx';

type Hits = MarketPerformance['by_model'][number];

const NONE = 'None of these analyses has an outcome with this figure.';
const shown = (value: number | null, text: (value: number) => string) =>
  value === null ? <Unknown reason={NONE} /> : <span className="figure">{text(value)}</span>;

const columnsOf = (title: string): Column<Hits>[] => [
  { key: 'name', title, render: ({ name }) => name ?? 'Not named' },
  {
    key: 'hits',
    title: 'Right',
    align: 'end',
    render: ({ hits, resolved }) => <span className="figure">{`${hits} of ${resolved}`}</span>,
  },
  {
    key: 'rate',
    title: 'Hit rate',
    align: 'end',
    render: ({ hit_rate_pct }) => shown(hit_rate_pct, (value) => percent(value, { digits: 1 })),
  },
  {
    key: 'brier',
    title: 'Brier',
    align: 'end',
    render: ({ brier }) => shown(brier, (value) => value.toFixed(4)),
  },
  {
    key: 'return',
    title: 'Mean return',
    align: 'end',
    render: ({ mean_return_pct }) => shown(mean_return_pct, (value) => percent(value, { plus: true })),
  },
];

export function HitRates({ of }: { of: MarketPerformance }) {
  const parts = [
    ['Verdict', of.by_verdict],
    ['Model', of.by_model],
    ['Month', of.by_month],
  ] as const;
  return (
    <section className="panel" aria-label="Hit rates">
      <Stack gap="sm" p={{ base: 'sm', sm: 'md' }}>
        <Title order={2} size="h4">
          Hit rates
        </Title>
        {of.resolved === 0 ? (
          <Text size="sm" c="dimmed">
            No analysis has an outcome yet.
          </Text>
        ) : (
          <>
            <Text size="sm">
              {of.hits} of {of.resolved} verdicts were right
              {of.hit_rate_pct === null ? '' : ` (${percent(of.hit_rate_pct, { digits: 1 })})`}.
            </Text>
            {parts.map(([title, rows]) => (
              <DataTable
                key={title}
                caption={`Hit rates by ${title.toLowerCase()}`}
                columns={columnsOf(title)}
                rows={rows}
                keyOf={({ name }) => name ?? ''}
              />
            ))}
            <Text size="xs" c="dimmed">
              {of.method} The mean return counts in the direction of the verdict.
            </Text>
          </>
        )}
      </Stack>
    </section>
  );
}
