import { Anchor, Box, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import type { Dashboard, Totals } from '../../api/types.ts';
import { Amount, Change } from '../../parts/amount.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { DayChange } from '../../parts/day-change.tsx';

interface Row extends Totals {
  name: string;
  to: string | null;
}

const columns: Column<Row>[] = [
  {
    key: 'name',
    title: 'Name',
    render: (row) =>
      row.to === null ? (
        row.name
      ) : (
        <Anchor component={Link} to={row.to} size="sm" fw={600}>
          {row.name}
        </Anchor>
      ),
  },
  {
    key: 'holdings',
    title: 'Priced',
    align: 'end',
    render: (row) => (
      <Text span size="sm" className="figure">
        {row.valued_count} of {row.holdings_count}
      </Text>
    ),
  },
  {
    key: 'value',
    title: 'Value',
    align: 'end',
    render: (row) => (
      <Amount value={row.current_value} currency={row.currency} reason={row.reasons.current_value} />
    ),
  },
  {
    key: 'invested',
    title: 'Invested',
    align: 'end',
    render: (row) => (
      <Amount value={row.total_invested} currency={row.currency} reason={row.reasons.total_invested} />
    ),
  },
  {
    key: 'gain',
    title: 'Gain',
    align: 'end',
    render: (row) => (
      <Change
        value={row.total_profit}
        pct={row.total_profit_pct}
        currency={row.currency}
        reason={row.reasons.total_profit}
      />
    ),
  },
  {
    key: 'day_change',
    title: 'Day’s change',
    align: 'end',
    render: (row) => <DayChange of={row} reason={row.reasons.day_change} />,
  },
];

/** Each portfolio for itself, and each currency in itself where there are several. */
export function PortfolioTotals({
  portfolios,
  byCurrency,
}: {
  portfolios: Dashboard['portfolios'];
  byCurrency: Totals[];
}) {
  return (
    <>
      {portfolios.length > 0 && (
        <TotalsTable
          title="Portfolios"
          rows={portfolios.map((one) => ({
            ...one,
            name: one.portfolio,
            to: `/holdings?portfolio=${encodeURIComponent(one.portfolio)}`,
          }))}
        />
      )}
      {byCurrency.length > 1 && (
        <TotalsTable
          title="In their own currencies"
          rows={byCurrency.map((one) => ({ ...one, name: one.currency, to: null }))}
        />
      )}
    </>
  );
}

function TotalsTable({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <Box className="panel" component="section" aria-label={title}>
      <Title order={2} size="h4" p="md" pb={4}>
        {title}
      </Title>
      <DataTable caption={title} columns={columns} rows={rows} keyOf={(row) => row.name} />
    </Box>
  );
}
