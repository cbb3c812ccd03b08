import { ScrollArea, Stack, Table, Text } from '@mantine/core';

interface ExcludedTableProps {
  rows: readonly { row: number; reason: string }[];
  count: number;
}

const ROWS_NAMED = 12;

/** Rows left out on purpose, grouped by the reason. */
export function ExcludedTable({ rows, count }: ExcludedTableProps) {
  const byReason = new Map<string, number[]>();
  for (const { row, reason } of rows) byReason.set(reason, [...(byReason.get(reason) ?? []), row]);
  return (
    <Stack gap={0}>
      <ScrollArea.Autosize mah={420}>
        <Table verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Reason</Table.Th>
              <Table.Th scope="col" ta="right">
                Rows
              </Table.Th>
              <Table.Th scope="col">Which</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...byReason].map(([reason, numbers]) => (
              <Table.Tr key={reason}>
                <Table.Td>{reason}</Table.Td>
                <Table.Td ta="right" className="figure">
                  {numbers.length.toLocaleString('en-IN')}
                </Table.Td>
                <Table.Td>
                  {numbers.slice(0, ROWS_NAMED).join(', ')}
                  {numbers.length > ROWS_NAMED && ' …'}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {count > rows.length && (
        <Text size="sm" c="dimmed" p="xs">
          {(count - rows.length).toLocaleString('en-IN')} more of the same kinds.
        </Text>
      )}
    </Stack>
  );
}
