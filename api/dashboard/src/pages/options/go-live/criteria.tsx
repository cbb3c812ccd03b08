/** What a decision needs: each criterion with its value, its limit, and whether it is met. Unknown is not met. */
import { Badge, Stack, Text } from '@mantine/core';
import { IconCheck, IconQuestionMark, IconX } from '../../../icons.ts';
import type { Criterion } from '../../../api/types.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';

const size = { size: 12, 'aria-hidden': true } as const;

function Mark({ passed }: Pick<Criterion, 'passed'>) {
  if (passed === null)
    return (
      <Badge color="orange" variant="light" leftSection={<IconQuestionMark {...size} />} miw="max-content">
        Unknown
      </Badge>
    );
  return passed ? (
    <Badge color="teal" variant="light" leftSection={<IconCheck {...size} />} miw="max-content">
      Met
    </Badge>
  ) : (
    <Badge color="red" variant="light" leftSection={<IconX {...size} />} miw="max-content">
      Not met
    </Badge>
  );
}

const columns: Column<Criterion>[] = [
  {
    key: 'title',
    title: 'Criterion',
    render: ({ title, reason }) => (
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        {reason !== null && (
          <Text size="xs" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: 'words',
    title: 'Value and limit',
    render: ({ words }) => <span style={{ whiteSpace: 'normal' }}>{words}</span>,
  },
  { key: 'passed', title: 'Result', render: ({ passed }) => <Mark passed={passed} /> },
];

export const Criteria = ({ caption, of }: { caption: string; of: readonly Criterion[] }) => (
  <DataTable caption={caption} columns={columns} rows={of} keyOf={({ code }) => code} />
);
