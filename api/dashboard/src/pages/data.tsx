/** Open tasks of the records, as one list. */
import { Anchor, Box, Group, Text } from '@mantine/core';
import { IconCheck } from '../icons.ts';
import { Link } from 'react-router';
import { useCorporateActions, useQuality } from '../api/queries.ts';
import type { CorporateActions, DataQuality } from '../api/types.ts';
import { Heading } from '../components/heading.tsx';
import { Empty, Loaded } from '../components/notices.tsx';

interface Task {
  what: string;
  to: string;
  label: string;
}

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`;

export default function DataPage() {
  const quality = useQuality();
  const actions = useCorporateActions();
  return (
    <>
      <Heading help="dataQuality" title="Data">
        What your records need from you.
      </Heading>
      <Loaded query={quality}>
        {(data) => <Loaded query={actions}>{(waiting) => <Tasks of={tasksOf(data, waiting)} />}</Loaded>}
      </Loaded>
    </>
  );
}

function Tasks({ of }: { of: readonly Task[] }) {
  if (of.length === 0)
    return (
      <Empty icon={<IconCheck />} title="Nothing to do">
        Your records need no decision from you.
      </Empty>
    );
  return (
    <Box component="ul" className="panel" p="md" m={0} style={{ listStyle: 'none' }} aria-label="To do">
      {of.map(({ what, to, label }) => (
        <Group component="li" key={what} justify="space-between" gap="xs" py={6}>
          <Text size="sm">{what}</Text>
          <Anchor component={Link} to={to} size="sm">
            {label}
          </Anchor>
        </Group>
      ))}
    </Box>
  );
}

/** Brokers first, because they wait for the person; then what changes a figure. */
function tasksOf(data: DataQuality, { open }: CorporateActions): Task[] {
  const { audit, connections, fund_values, instruments, ledger, prices } = data;
  const list = (show: string, count: number, what: string, label: string): (Task | false)[] => [
    count > 0 && { what, to: `/data/quality?show=${show}`, label },
  ];
  const unsettled = instruments.contradicted + instruments.ambiguous + instruments.proposed;
  return [
    ...connections.map(
      ({ label, message, state, reason_code }) =>
        reason_code !== null && {
          what: `${label}: ${message ?? state}`,
          to: '/data/connections',
          label: 'Connections',
        },
    ),
    open.length > 0 && {
      what: `${counted(open.length, 'corporate action')} to decide`,
      to: '/data/corporate-actions',
      label: 'Decide',
    },
    ...list('audit', audit.findings, `${counted(audit.findings, 'difference')} between figures`, 'Show'),
    ...list(
      'unmatched',
      ledger.unmatched_symbols,
      `${counted(ledger.unmatched_symbols, 'symbol')} sold without a purchase`,
      'Add the purchase',
    ),
    ...list('left-out', ledger.left_out, `${counted(ledger.left_out, 'transaction')} excluded`, 'Show'),
    ...list('prices', prices.failing, `${counted(prices.failing, 'price')} failed to update`, 'Show'),
    ...list('instruments', unsettled, `${counted(unsettled, 'instrument')} to check`, 'Check'),
    ...list(
      'fund-values',
      fund_values.refused,
      `${counted(fund_values.refused, 'fund value')} rejected`,
      'Show',
    ),
  ].filter((task) => task !== false);
}
