import { Box, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { strategyCostsAndTax } from '../../../../../charts/index.ts';
import { useRunEquity } from '../../api/research.ts';
import type { Run, RunMetrics } from '../../api/types.ts';
import { Amount, Change } from '../../components/amount.tsx';
import { ChartCard } from '../../components/chart-card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Fact } from '../../components/fact.tsx';
import { Loaded, LoadingRows } from '../../components/notices.tsx';
import { CHARGES } from './words.ts';

type TaxYear = RunMetrics['tax_years'][number];
const ITEMS = Object.keys(CHARGES) as (keyof typeof CHARGES)[];

/** What trading cost and what was taxed, over time and by year. */
export function Costs({ run, metrics }: { run: Run; metrics: RunMetrics }) {
  const equity = useRunEquity(run.run_id);
  const { costs, tax_years } = metrics;
  return (
    <Stack gap="md">
      <Loaded query={equity} skeleton={<LoadingRows rows={1} height={300} />}>
        {({ items }) => (
          <ChartCard
            chart={strategyCostsAndTax}
            data={{
              days: items.map(({ date }) => date),
              cumulative_costs: items.map((row) => row.cumulative_costs),
              tax_years,
            }}
            title="Costs and tax over time"
            currency="INR"
          />
        )}
      </Loaded>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Box className="panel" component="section" aria-label="Tax by financial year">
          <Title order={2} size="h4" p="md" pb={4}>
            Tax by financial year
          </Title>
          {tax_years.length === 0 ? (
            <Text size="sm" c="dimmed" px="md" pb="md">
              Nothing was sold, so nothing was taxed.
            </Text>
          ) : (
            <DataTable
              caption="Tax by financial year"
              columns={columns}
              rows={tax_years}
              keyOf={({ fy }) => fy}
            />
          )}
        </Box>
        <Box className="panel" p="md" component="section" aria-label="Costs by item">
          <Title order={2} size="h4" mb={6}>
            Costs by item
          </Title>
          <dl className="facts">
            {ITEMS.map((item) => (
              <Fact key={item} name={CHARGES[item]}>
                <Amount value={costs[item]} currency="INR" />
              </Fact>
            ))}
            <Fact name="Total">
              <b>
                <Amount value={costs.total} currency="INR" />
              </b>
            </Fact>
          </dl>
        </Box>
      </SimpleGrid>
    </Stack>
  );
}

const columns: Column<TaxYear>[] = [
  { key: 'fy', title: 'Year', render: ({ fy }) => <span className="figure">{fy}</span> },
  {
    key: 'short',
    title: 'Short-term gain',
    align: 'end',
    render: ({ short_term_gain }) => <Change value={short_term_gain} currency="INR" digits={0} />,
  },
  {
    key: 'long',
    title: 'Long-term gain',
    align: 'end',
    render: ({ long_term_gain }) => <Change value={long_term_gain} currency="INR" digits={0} />,
  },
  {
    key: 'tax',
    title: 'Tax',
    align: 'end',
    render: ({ tax }) => <Amount value={tax} currency="INR" digits={0} />,
  },
];
