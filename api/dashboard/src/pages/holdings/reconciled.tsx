import { Badge, Popover, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconCheck, IconHistory, IconPlus, IconQuestionMark } from '../../icons.ts';
import type { ReactNode } from 'react';
import { moment } from '../../../../../charts/index.ts';
import type { Holding, ReconciliationStatus } from '../../api/types.ts';
import { Quantity } from '../../components/amount.tsx';

const looks: Record<ReconciliationStatus, { label: string; color: string; icon: ReactNode }> = {
  MATCHED: { label: 'Matches', color: 'teal', icon: <IconCheck size={12} aria-hidden /> },
  MISSING_HISTORY: { label: 'History missing', color: 'orange', icon: <IconHistory size={12} aria-hidden /> },
  EXCESS_LEDGER: { label: 'Ledger has more', color: 'orange', icon: <IconPlus size={12} aria-hidden /> },
  NO_LEDGER: { label: 'No transactions', color: 'gray', icon: <IconQuestionMark size={12} aria-hidden /> },
};

/** Whether the transactions explain the quantity; pressed, it says how far and why. */
export function Reconciled({ holding }: { holding: Holding }) {
  const { reconciliation: found, currency, symbol } = holding;
  const { label, color, icon } = looks[found.status];
  return (
    <Popover width={300} position="bottom-end" withArrow shadow="md" trapFocus>
      <Popover.Target>
        <UnstyledButton aria-label={`${symbol}: ${label}. Show why`} mih={{ base: 44, sm: 0 }}>
          <Badge color={color} variant="light" style={{ cursor: 'pointer' }} w="max-content" title={label}>
            {icon}
            <Text span inherit hiddenFrom="sm" ml={4}>
              {label}
            </Text>
          </Badge>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm">{found.reason}</Text>
          <Table variant="vertical" withRowBorders={false} verticalSpacing={2}>
            <Table.Tbody>
              <Fact name="Holding">
                {found.broker_quantity === null ? (
                  'from the ledger'
                ) : (
                  <Quantity value={found.broker_quantity} currency={currency} />
                )}
              </Fact>
              <Fact name="By transactions">
                {found.ledger_quantity === null ? (
                  'none recorded'
                ) : (
                  <Quantity value={found.ledger_quantity} currency={currency} />
                )}
              </Fact>
              {found.difference !== null && (
                <Fact name="Difference">
                  <Quantity value={found.difference} currency={currency} />
                </Fact>
              )}
            </Table.Tbody>
          </Table>
          <Text size="xs" c="dimmed">
            Checked {moment(found.calculated_at)}. This check changes nothing.
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td ta="right">{children}</Table.Td>
    </Table.Tr>
  );
}
