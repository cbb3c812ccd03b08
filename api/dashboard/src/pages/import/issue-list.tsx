import { Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ImportPreview } from '../../api/types.ts';
import { Pager } from '../../components/pager.tsx';

/** Corrections by row number and field, as the commit takes them. */
export type Overrides = Record<string, Record<string, string>>;

interface IssueListProps {
  preview: ImportPreview;
  overrides: Overrides;
  onChange: (overrides: Overrides) => void;
}

const PAGE_SIZE = 20;

/** The problems with the value the file has, where it is known, and a field to type the right one. */
export function IssueList({ preview, overrides, onChange }: IssueListProps) {
  const [page, setPage] = useState(1);
  const { issue_rows: issues } = preview;
  const shown = issues.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const given = new Map(preview.preview.map((row) => [Number(row['row']), row]));

  const correct = (row: number, field: string, value: string): void => {
    const { [field]: _, ...others } = overrides[row] ?? {};
    const fields = value === '' ? others : { ...others, [field]: value };
    const { [row]: __, ...rest } = overrides;
    onChange(Object.keys(fields).length === 0 ? rest : { ...rest, [row]: fields });
  };

  return (
    <Stack gap={0}>
      <Text size="sm" c="dimmed" p="xs">
        Type the correct value next to a problem to import its row. Your file does not change.
      </Text>
      {preview.issue_count > issues.length && (
        <Text size="sm" p="xs" pt={0}>
          The file has {preview.issue_count.toLocaleString('en-IN')} problems; the first{' '}
          {issues.length.toLocaleString('en-IN')} are listed. So many problems usually mean that a whole
          column is wrong. Correct the file and import it again.
        </Text>
      )}
      <ScrollArea.Autosize mah={440}>
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {shown.map(({ row, field, message }) => (
            <Group
              key={`${row}-${field}-${message}`}
              component="li"
              p="xs"
              gap="xs"
              justify="space-between"
              style={{ borderTop: '1px solid var(--line)' }}
            >
              <div style={{ flex: '1 1 240px' }}>
                <Group gap={6}>
                  <Text size="sm" fw={600}>
                    Row {row}, {field === 'row' ? 'whole row' : field}
                  </Text>
                  <FileSays value={given.get(row)?.[field]} />
                </Group>
                <Text size="sm">{message}</Text>
              </div>
              {field !== 'row' && (
                <TextInput
                  size="sm"
                  aria-label={`Correct ${field} of row ${row}`}
                  placeholder={`Correct ${field}`}
                  value={overrides[row]?.[field] ?? ''}
                  onChange={(event) => correct(row, field, event.currentTarget.value)}
                  style={{ flex: '0 1 220px' }}
                />
              )}
            </Group>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Pager page={page} pageSize={PAGE_SIZE} total={issues.length} noun="problems" onPage={setPage} />
    </Stack>
  );
}

function FileSays({ value }: { value: string | number | null | undefined }) {
  if (value === undefined || value === null || value === '') return null;
  return (
    <Text size="xs" c="dimmed">
      the file has “{value}”
    </Text>
  );
}
