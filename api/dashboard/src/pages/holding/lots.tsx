import { Text } from '@mantine/core';
import { day } from '../../../../../charts/index.ts';
import type { HoldingReport, OpenLot } from '../../api/types.ts';
import { Change, Unknown } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { amountColumn, LotChain, TermBadge, unitsColumn } from '../../components/lot-columns.tsx';
import { Nothing, Section } from './section.tsx';

const why = ({ reason }: OpenLot): string | null => reason;

const columns: Column<OpenLot>[] = [
  {
    key: 'date',
    title: 'Bought',
    render: ({ date, is_bonus, portfolio, chain_words }) => (
      <>
        <Text size="sm" fw={600} className="figure">
          {day(date)}
        </Text>
        <Text size="xs" c="dimmed">
          {is_bonus ? 'bonus · ' : ''}
          {portfolio}
        </Text>
        <LotChain words={chain_words} />
      </>
    ),
  },
  unitsColumn,
  amountColumn('unit_cost', 'Cost per unit', ({ unit_cost }) => unit_cost, why),
  amountColumn('cost', 'Cost', ({ cost }) => cost, why),
  { ...amountColumn('value', 'Value', ({ value }: OpenLot) => value, why), phone: 'figure' },
  {
    key: 'gain',
    title: 'Gain',
    phone: 'under figure',
    align: 'end',
    render: ({ gain, gain_pct, currency, reason }) => (
      <Change
        value={gain}
        pct={gain_pct}
        currency={currency}
        reason={reason ?? 'Unknown.'}
        digits={0}
        isStacked
      />
    ),
  },
  {
    key: 'term',
    title: 'Term',
    render: (lot) => <Term lot={lot} />,
  },
];

function Term({ lot: { term, long_term_from, days_to_long_term: days } }: { lot: OpenLot }) {
  if (term === null) return <Unknown reason="The purchase date is unknown." />;
  return (
    <div>
      <TermBadge term={term} />
      {term === 'SHORT' && days !== null && (
        <Text size="xs" c="dimmed">
          {days === 1 ? 'long-term tomorrow' : `long-term in ${days.toLocaleString('en-IN')} days`},{' '}
          {day(long_term_from)}
        </Text>
      )}
    </div>
  );
}

/** What is left of each purchase, as the tax report counts it. */
export function HoldingLots({ holding: { lots, is_held } }: { holding: HoldingReport }) {
  if (!is_held) return null;
  const place = new Map(lots.map((lot, at) => [lot, at]));
  return (
    <Section title="Open lots" isTable>
      {lots.length === 0 ? (
        <Nothing isTable>
          No transactions show when these units were bought, so there are no lots. Import a tradebook to see
          them.
        </Nothing>
      ) : (
        <DataTable
          caption="Open lots"
          columns={columns}
          rows={lots}
          keyOf={(lot) => String(place.get(lot) ?? 0)}
        />
      )}
    </Section>
  );
}
