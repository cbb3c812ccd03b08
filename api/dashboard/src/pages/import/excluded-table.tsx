import { ScrollArea, Stack, Table, Text } from '@mantine/core';
import type { ImportPreview } from '../../api/types.ts';

const ROWS_NAMED = 12;

/** Rows left out on purpose, by the reason; the counts are those of the whole file. */
export function ExcludedTable({ preview }: { preview: ImportPreview }) {
  const { excluded_rows: listed, excluded_reasons: reasons, excluded_count: count } = preview;
  const byReason = new Map<string, number[]>();
  for (const { row, reason } of listed) byReason.set(reason, [...(byReason.get(reason) ?? []), row]);
  const others = count - reasons.reduce((sum, { rows }) => sum + rows, 0);
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
            {reasons.map(({ reason, rows }) => (
              <Table.Tr key={reason}>
                <Table.Td>{reason}</Table.Td>
                <Table.Td ta="right" className="figure">
                  {rows.toLocaleString('en-IN')}
                </Table.Td>
                <Table.Td>{named(byReason.get(reason) ?? [], rows)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {others > 0 && (
        <Text size="sm" c="dimmed" p="xs">
          {others.toLocaleString('en-IN')} more for other reasons.
        </Text>
      )}
    </Stack>
  );
}

/** The first rows by their numbers; empty where none of them is in the list that came. */
function named(numbers: readonly number[], rows: number): string {
  if (numbers.length === 0) return '';
  return `${numbers.slice(0, ROWS_NAMED).join(', ')}${rows > ROWS_NAMED ? ' …' : ''}`;
}
