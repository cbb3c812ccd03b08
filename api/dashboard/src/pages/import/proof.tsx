/** The file's own amounts and totals beside what was read of it. */
import { Badge, Group, List, ScrollArea, Stack, Table, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '../../icons.ts';
import type { ImportPreview } from '../../api/types.ts';
import { realisedSentence } from './realised-table.tsx';

const count = (value: number): string => value.toLocaleString('en-IN');

/** How many of the file's own figures do not agree. */
export const disagreeing = ({ proof, realised }: ImportPreview): number =>
  proof.amounts_differing + proof.totals.filter(({ agrees }) => !agrees).length + (realised?.differing ?? 0);

/** "All 1,409 amounts in the file agree." Null where the file states none. */
function amountsSentence({ proof }: ImportPreview): string | null {
  const { amounts_compared: compared, amounts_differing: differing } = proof;
  if (compared === 0) return null;
  if (differing > 0)
    return `${count(differing)} of ${count(compared)} amounts in the file ${differing === 1 ? 'differs' : 'differ'} from quantity × price.`;
  return compared === 1
    ? 'The amount in the file agrees with quantity × price.'
    : `All ${count(compared)} amounts agree with quantity × price.`;
}

/** The same of totals, closing balances and the like. */
function totalsSentence({ proof: { totals } }: ImportPreview): string | null {
  if (totals.length === 0) return null;
  const differing = totals.filter(({ agrees }) => !agrees).length;
  if (differing > 0)
    return `${count(differing)} of ${count(totals.length)} totals in the file ${differing === 1 ? 'differs' : 'differ'} from what was read.`;
  return totals.length === 1
    ? 'The total in the file agrees with what was read.'
    : `All ${count(totals.length)} totals agree with what was read.`;
}

/** What the file proves, in a sentence or two, and what else there is to know of it. */
export function ProofSummary({ preview }: { preview: ImportPreview }) {
  const { proof, notes, realised } = preview;
  const lines = [
    { text: amountsSentence(preview), isGood: proof.amounts_differing === 0 },
    { text: totalsSentence(preview), isGood: proof.totals.every(({ agrees }) => agrees) },
    {
      text: realised === null ? null : realisedSentence(realised),
      isGood: realised !== null && realised.portfolio !== null && realised.differing === 0,
    },
  ];
  if (lines.every(({ text }) => text === null) && notes.length === 0) return null;
  return (
    <Stack gap="xs" role="status">
      {lines.map(
        ({ text, isGood }) =>
          text !== null && (
            <Group key={text} gap="xs" wrap="nowrap">
              <ThemeIcon size="sm" radius="xl" variant="light" color={isGood ? 'teal' : 'orange'} aria-hidden>
                {isGood ? <IconCheck size={14} /> : <IconAlertTriangle size={14} />}
              </ThemeIcon>
              <Text size="sm">{text}</Text>
            </Group>
          ),
      )}
      {notes.length > 0 && (
        <List size="sm" c="dimmed">
          {notes.map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      )}
    </Stack>
  );
}

/** The rows and totals, those that do not agree first. */
export function ProofTable({ preview: { proof } }: { preview: ImportPreview }) {
  const rows = [
    ...proof.differing_rows.map(({ row, stated, read }) => ({
      what: `Amount of row ${row}`,
      stated,
      read,
      agrees: false,
      reason: null,
    })),
    ...proof.totals,
  ];
  return (
    <ScrollArea.Autosize mah={420} tabIndex={0} aria-label="Figures of the file">
      <Table verticalSpacing={6} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Figure</Table.Th>
            <Table.Th scope="col" ta="right">
              In the file
            </Table.Th>
            <Table.Th scope="col" ta="right">
              As read
            </Table.Th>
            <Table.Th scope="col">
              <VisuallyHidden>Agrees</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ what, stated, read, agrees, reason }) => (
            <Table.Tr key={what}>
              <Table.Th scope="row" fw={400}>
                {what}
                {reason !== null && (
                  <Text size="xs" c="dimmed">
                    {reason}
                  </Text>
                )}
              </Table.Th>
              <Table.Td ta="right" className="figure">
                {stated}
              </Table.Td>
              <Table.Td ta="right" className="figure">
                {read}
              </Table.Td>
              <Table.Td>
                <Badge size="sm" variant="light" color={agrees ? 'teal' : 'orange'}>
                  {agrees ? 'agrees' : 'differs'}
                </Badge>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
