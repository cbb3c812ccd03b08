import { Box, Button, Modal, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { day, moment, money } from '../../../../../charts/index.ts';
import { useLiabilityHistory } from '../../api/queries.ts';
import type { NetWorth } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Loaded } from '../../components/notices.tsx';
import { TYPES } from '../liabilities/liability-form.tsx';

type Debt = NetWorth['debts'][number];

const columns = (base: string): readonly Column<Debt>[] => [
  {
    key: 'name',
    title: 'Debt',
    render: ({ name, type }) => (
      <>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {TYPES[type]}
        </Text>
      </>
    ),
  },
  {
    key: 'balance',
    title: 'Outstanding',
    align: 'end',
    render: ({ balance, currency }) => <Amount value={balance} currency={currency} />,
  },
  {
    key: 'amount',
    title: `In ${base}`,
    align: 'end',
    render: ({ amount, currency }) => (
      <Amount value={amount} currency={base} reason={`No exchange rate for ${currency}.`} />
    ),
  },
  {
    key: 'since',
    title: 'Recorded since',
    render: ({ recorded_since }) => <span className="figure">{day(recorded_since)}</span>,
  },
];

/** Liabilities, debt by debt, each with the balances that were written down. */
export function Debts({ debts, currency }: { debts: NetWorth['debts']; currency: string }) {
  const [opened, setOpened] = useState<Debt | null>(null);
  return (
    <Box component="section" aria-label="Liabilities">
      <Title order={2} size="h4" mb={6}>
        Liabilities
      </Title>
      {debts.length === 0 ? (
        <Text c="dimmed" size="sm">
          No liabilities recorded. Add loans and cards under{' '}
          <Link to="/net-worth/liabilities">Liabilities</Link>.
        </Text>
      ) : (
        <div className="panel">
          <DataTable
            caption="Debts"
            columns={columns(currency)}
            rows={debts}
            keyOf={({ id }) => id}
            actions={(debt) => (
              <Button
                size="compact-sm"
                variant="subtle"
                onClick={() => setOpened(debt)}
                aria-label={`History of ${debt.name}`}
              >
                History
              </Button>
            )}
          />
        </div>
      )}
      <Modal
        opened={opened !== null}
        onClose={() => setOpened(null)}
        title={opened === null ? '' : `Balance history of ${opened.name}`}
      >
        {opened !== null && <History id={opened.id} />}
      </Modal>
    </Box>
  );
}

function History({ id }: { id: string }) {
  const history = useLiabilityHistory(id);
  return (
    <Loaded query={history}>
      {({ items }) => (
        <>
          <Table aria-label="Balances">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Recorded</Table.Th>
                <Table.Th scope="col" ta="right">
                  Outstanding
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.toReversed().map(({ recorded_at, balance, currency }) => (
                <Table.Tr key={`${recorded_at} ${balance}`}>
                  <Table.Td className="figure">{moment(recorded_at)}</Table.Td>
                  <Table.Td className="figure" ta="right">
                    {money(balance, currency)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Text size="xs" c="dimmed" mt="xs">
            Balances before the first entry are unknown.
          </Text>
        </>
      )}
    </Loaded>
  );
}
