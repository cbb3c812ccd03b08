import { Anchor, Box, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { coverageSentence } from '../../../../../charts/index.ts';
import type { Dashboard, Coverage, Totals } from '../../api/types.ts';
import { Amount, Change } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DayChange } from '../../components/day-change.tsx';
import { MayChange } from '../../components/may-change.tsx';

interface Row extends Totals {
  /** Why it may still change. */
  provisional_reason?: string | null;
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
    phone: 'figure',
    align: 'end',
    render: (row) => (
      <>
        <Amount value={row.current_value} currency={row.currency} reason={row.reasons.current_value} />
        <MayChange reason={row.provisional_reason} />
      </>
    ),
  },
  {
    key: 'invested',
    title: 'Invested',
    align: 'end',
    render: (row) => (
      <Shown part={row.partial.total_invested}>
        <Amount
          value={row.partial.total_invested?.figure ?? row.total_invested}
          currency={row.currency}
          reason={row.reasons.total_invested}
        />
      </Shown>
    ),
  },
  {
    key: 'gain',
    title: 'Gain',
    phone: 'under figure',
    align: 'end',
    render: (row) => (
      <Shown part={row.partial.total_profit}>
        <Change
          value={row.partial.total_profit?.figure ?? row.total_profit}
          pct={row.partial.total_profit_pct?.figure ?? row.total_profit_pct}
          currency={row.currency}
          reason={row.reasons.total_profit}
        />
      </Shown>
    ),
  },
  {
    key: 'day_change',
    title: 'Day’s change',
    align: 'end',
    render: (row) => (
      <Shown part={row.partial.day_change}>
        <DayChange
          of={{
            ...row,
            day_change: row.partial.day_change?.figure ?? row.day_change,
            day_change_pct: row.partial.day_change_pct?.figure ?? row.day_change_pct,
          }}
          reason={row.reasons.day_change}
        />
      </Shown>
    ),
  },
];

/** A figure, with the holdings that it is of where it is not of all. */
function Shown({ part, children }: { part: Coverage | undefined; children: ReactNode }) {
  return (
    <>
      {children}
      {part !== undefined && (
        <Text size="xs" c="dimmed">
          {coverageSentence(part)}
        </Text>
      )}
    </>
  );
}

/** Each portfolio for itself, and each currency in itself where there are several. */
export function PortfolioTotals({
  portfolios,
  byCurrency,
}: {
  portfolios: Dashboard['portfolios'];
  byCurrency: Totals[];
}) {
  const currencies = byCurrency.filter(
    ({ current_value, total_invested }) => current_value !== 0 || total_invested !== 0,
  );
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
      {currencies.length > 1 && (
        <TotalsTable
          title="In their own currencies"
          rows={currencies.map((one) => ({ ...one, name: one.currency, to: null }))}
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
