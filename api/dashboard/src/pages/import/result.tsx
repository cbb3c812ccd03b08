import { Anchor, Button, Group, Stack, Table, Text, ThemeIcon, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck } from '../../icons.ts';
import { Link } from 'react-router';
import type { ImportPreview, ImportResult } from '../../api/types.ts';
import { CatchingUp } from '../../components/catch-up.tsx';
import { focused } from '../../components/focused.ts';
import { ActionsHint } from './actions-hint.tsx';
import { UndoDialog } from './undo-dialog.tsx';

interface ResultProps {
  preview: ImportPreview;
  result: ImportResult;
  onRestart: () => void;
}

const count = (value: number): string => value.toLocaleString('en-IN');

const named = (symbols: readonly string[]): string =>
  symbols.length > 5
    ? `${symbols.slice(0, 5).join(', ')} and ${count(symbols.length - 5)} more`
    : symbols.join(', ');

/** What the import did, to the row. */
export function Result({ preview, result, onRestart }: ResultProps) {
  const [isAsked, undo] = useDisclosure(false);
  const { already_recorded, repeated_in_file, not_valid } = result.skipped_reasons;
  const lines: [string, number][] = [
    ['Rows imported', result.imported],
    ['Rows replaced', result.replaced],
    ['Already recorded', already_recorded],
    ['Duplicate trades in the file', repeated_in_file],
    ['To correct', not_valid],
    ['Excluded', preview.excluded_count],
  ];
  return (
    <Stack className="panel" p="xl" align="center" gap="md" role="status">
      <ThemeIcon size={56} radius="xl" color="teal" variant="light" aria-hidden>
        <IconCheck />
      </ThemeIcon>
      <Title order={2} size="h3" ta="center" ref={focused} tabIndex={-1}>
        {result.imported === 0
          ? 'Nothing new in this file'
          : `${count(result.imported)} ${result.imported === 1 ? 'row' : 'rows'} added to your ${preview.type === 'transactions' ? 'ledger' : 'holdings'}`}
      </Title>
      {result.imported > 0 && (
        <Text c="dimmed">
          {count(result.symbols)} {result.symbols === 1 ? 'holding' : 'holdings'} updated.
        </Text>
      )}
      <Table w="min(420px, 100%)">
        <Table.Tbody>
          {lines
            .filter(([, value], index) => index === 0 || value > 0)
            .map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td ta="right" className="figure">
                  {count(value)}
                </Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      {result.imported > 0 && <CatchingUp keepsResult />}
      <ActionsHint of={result.corporate_actions} />
      {not_valid > 0 && (
        <Anchor component={Link} to={`/data/import?rows=${preview.import_id}`}>
          Correct the {not_valid === 1 ? 'row' : `${count(not_valid)} rows`} that could not be read
        </Anchor>
      )}
      {result.unmatched_symbols.length > 0 && (
        <Text ta="center" maw={520}>
          {count(result.unmatched_symbols.length)}{' '}
          {result.unmatched_symbols.length === 1 ? 'symbol was' : 'symbols were'} sold without a purchase:{' '}
          {named(result.unmatched_symbols)}.{' '}
          <Anchor component={Link} to="/data/quality?show=openings">
            Complete them under Opening positions
          </Anchor>
          .
        </Text>
      )}
      <Group>
        <Button component={Link} to="/">
          Go to the overview
        </Button>
        <Button
          variant="default"
          component={Link}
          to={preview.type === 'transactions' ? '/transactions' : '/holdings'}
        >
          See the {preview.type}
        </Button>
        {result.imported > 0 && (
          <Button variant="subtle" color="red" onClick={undo.open}>
            Undo this import
          </Button>
        )}
        <Button variant="subtle" onClick={onRestart}>
          Import another file
        </Button>
      </Group>
      <UndoDialog importId={isAsked ? preview.import_id : null} onClose={undo.close} onUndone={onRestart} />
    </Stack>
  );
}
