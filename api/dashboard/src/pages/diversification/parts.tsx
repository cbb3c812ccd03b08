import { Box, Progress, Title } from '@mantine/core';
import { nameOrSymbol, percent } from '../../../../../charts/index.ts';
import type { Diversification } from '../../api/types.ts';
import { Amount, Percent } from '../../components/amount.tsx';
import { type Column, DataTable, NameCell } from '../../components/data-table.tsx';
import { holdingAddress } from '../../components/holding-link.tsx';

type Part = Diversification['sector'][number];
type Held = Diversification['holdings'][number];

/** Sectors or asset classes, the largest first, with a bar for the share. */
export function Parts({
  title,
  parts,
  currency,
}: {
  title: string;
  parts: readonly Part[];
  currency: string;
}) {
  const columns: Column<Part>[] = [
    {
      key: 'label',
      title: 'What',
      render: ({ label, holdings_count, share_pct }) => (
        <div style={{ minWidth: 150 }}>
          <NameCell
            name={label}
            facts={[`${holdings_count} ${holdings_count === 1 ? 'holding' : 'holdings'}`]}
          />
          <Progress value={share_pct} size={5} mt={4} aria-label={`${label}: ${percent(share_pct)}`} />
        </div>
      ),
    },
    {
      key: 'value',
      title: 'Value',
      phone: 'under figure',
      align: 'end',
      render: ({ value }) => <Amount value={value} currency={currency} />,
    },
    {
      key: 'share',
      title: 'Share',
      phone: 'figure',
      align: 'end',
      render: ({ share_pct }) => <Percent value={share_pct} />,
    },
  ];
  return (
    <Box className="panel" component="section" aria-label={title}>
      <Title order={2} size="h4" p="md" pb={0}>
        {title}
      </Title>
      <DataTable caption={title} columns={columns} rows={parts} keyOf={({ label }) => label} />
    </Box>
  );
}

/** Every symbol, over all portfolios that hold it. */
export function Holdings({ report: { holdings, currency } }: { report: Diversification }) {
  const columns: Column<Held>[] = [
    {
      key: 'symbol',
      title: 'What',
      render: ({ symbol, name, portfolios }) => (
        <NameCell
          name={nameOrSymbol({ name, symbol })}
          to={holdingAddress(symbol)}
          facts={[name === null ? null : symbol, portfolios.join(', ')]}
        />
      ),
    },
    { key: 'sector', title: 'Sector', render: ({ sector }) => sector ?? 'Unclassified' },
    { key: 'class', title: 'Asset class', render: ({ asset_class }) => asset_class },
    {
      key: 'value',
      title: 'Value',
      phone: 'figure',
      align: 'end',
      render: ({ value, reason }) => (
        <Amount value={value} currency={currency} reason={reason ?? 'Unknown.'} />
      ),
    },
    {
      key: 'share',
      title: 'Share',
      phone: 'under figure',
      align: 'end',
      render: ({ share_pct, reason }) => <Percent value={share_pct} reason={reason ?? 'Unknown.'} />,
    },
  ];
  return (
    <Box className="panel" component="section" aria-label="Holdings">
      <Title order={2} size="h4" p="md" pb={0}>
        Holdings
      </Title>
      <DataTable
        caption="Holdings by share"
        isLinked
        columns={columns}
        rows={holdings}
        keyOf={({ symbol }) => symbol}
      />
    </Box>
  );
}
