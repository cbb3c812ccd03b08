import { Badge, ScrollArea, Table, Text } from '@mantine/core';

interface PreviewTableProps {
  rows: readonly Record<string, string | number | null>[];
  /** Our field, and the column of the file it is read from. */
  mapping: Record<string, string>;
}

const order = [
  'portfolio',
  'symbol',
  'name',
  'date',
  'type',
  'quantity',
  'price',
  'avg_buy_price',
  'fee_tax',
  'currency',
];
const numeric = new Set(['quantity', 'price', 'avg_buy_price', 'fee_tax', 'current_price', 'previous_close']);
const states: Record<string, { label: string; color: string }> = {
  invalid: { label: 'problem', color: 'orange' },
  excluded: { label: 'excluded', color: 'gray' },
};

const place = (field: string): number => (order.includes(field) ? order.indexOf(field) : order.length);

/** The first rows as they are understood, each column with the header it came from. */
export function PreviewTable({ rows, mapping }: PreviewTableProps) {
  const fields = [...new Set(rows.flatMap(Object.keys))]
    .filter(
      (field) =>
        field !== 'row' && field !== 'state' && rows.some((row) => row[field] !== null && row[field] !== ''),
    )
    .sort((one, other) => place(one) - place(other));
  return (
    <ScrollArea.Autosize mah={380} tabIndex={0} aria-label="First rows of the file">
      <Table stickyHeader verticalSpacing={4} style={{ whiteSpace: 'nowrap' }}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Row</Table.Th>
            {fields.map((field) => (
              <Table.Th key={field} scope="col" ta={numeric.has(field) ? 'right' : 'left'}>
                {field}
                {mapping[field] !== undefined && mapping[field] !== field && (
                  <Text size="xs" c="dimmed" fw={400}>
                    from {mapping[field]}
                  </Text>
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const state = states[String(row['state'])];
            return (
              <Table.Tr key={row['row']}>
                <Table.Td>
                  {row['row']}
                  {state && (
                    <Badge ml={6} size="xs" color={state.color} variant="light" w="max-content">
                      {state.label}
                    </Badge>
                  )}
                </Table.Td>
                {fields.map((field) => (
                  <Table.Td key={field} ta={numeric.has(field) ? 'right' : 'left'} className="figure">
                    {row[field] ?? ''}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
