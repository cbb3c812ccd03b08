/** Realised gains of a broker's report beside ours, share by share, with why they differ. */
import { Badge, List, ScrollArea, Stack, Table, Text } from '@mantine/core';
import type { ImportPreview } from '../../api/types.ts';

type Realised = NonNullable<ImportPreview['realised']>;

const count = (value: number): string => value.toLocaleString('en-IN');

/** Two decimals, with Indian grouping. */
function money(amount: string | null): string {
  if (amount === null) return 'unknown';
  return Number(amount).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** "Realised gains of 4 of 5 shares agree with the portfolio Zerodha." */
export function realisedSentence({ portfolio, compared, differing }: Realised): string {
  if (portfolio === null)
    return 'No portfolio has sold any of these shares. Import the tradebook of the same period first.';
  const shares = `${count(compared)} ${compared === 1 ? 'share' : 'shares'}`;
  if (differing === 0) return `Realised gains of all ${shares} agree with ${portfolio}.`;
  return `Realised gains of ${count(differing)} of ${shares} differ from ${portfolio}.`;
}

export function RealisedTable({ realised }: { realised: Realised }) {
  return (
    <Stack gap={0}>
      <ScrollArea.Autosize mah={480} tabIndex={0} aria-label="Realised gains, share by share">
        <Table verticalSpacing={6} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Share</Table.Th>
              <Table.Th scope="col" ta="right">
                In the report
              </Table.Th>
              <Table.Th scope="col" ta="right">
                In Munim
              </Table.Th>
              <Table.Th scope="col" ta="right">
                Difference
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {realised.shares.map(({ symbol, isin, profit, difference, agrees, reasons }) => (
              <Table.Tr key={`${symbol} ${isin}`}>
                <Table.Th scope="row" fw={400}>
                  {symbol}{' '}
                  <Badge size="sm" variant="light" color={agrees ? 'teal' : 'orange'}>
                    {agrees ? 'agrees' : 'differs'}
                  </Badge>
                  {reasons.length > 0 && (
                    <List size="xs" c="dimmed" mt={4}>
                      {reasons.map(({ message }) => (
                        <List.Item key={message}>{message}</List.Item>
                      ))}
                    </List>
                  )}
                </Table.Th>
                <Table.Td ta="right" className="figure" style={{ verticalAlign: 'top' }}>
                  {money(profit.report)}
                </Table.Td>
                <Table.Td ta="right" className="figure" style={{ verticalAlign: 'top' }}>
                  {money(profit.own)}
                </Table.Td>
                <Table.Td ta="right" className="figure" style={{ verticalAlign: 'top' }}>
                  {money(difference)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
      {realised.compared > realised.shares.length && (
        <Text size="sm" c="dimmed" p="xs">
          The first {count(realised.shares.length)} of {count(realised.compared)} shares are shown.
        </Text>
      )}
    </Stack>
  );
}
