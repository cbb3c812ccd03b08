/** What a dossier must answer, and whether there is the evidence for it. */
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Dossier } from '../../api/types.ts';
import { AUTHORITIES, FAMILIES, groupsOf, NEEDS } from './words.ts';

type Row = Dossier['coverage'][number];

export function Coverage({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Coverage shows here once the facts are worked out.
      </Text>
    );
  return (
    <Stack gap="lg">
      {(groupsOf(rows, ({ family }) => family) as [Row['family'], Row[]][]).map(([family, ofFamily]) => (
        <section key={family} aria-label={FAMILIES[family]}>
          <Text component="h3" fw={600} size="sm" mb="xs">
            {FAMILIES[family]}
          </Text>
          <Stack gap="sm">
            {ofFamily.map((row) => (
              <Point key={row.obligation} row={row} />
            ))}
          </Stack>
        </section>
      ))}
    </Stack>
  );
}

function Point({ row }: { row: Row }) {
  const { title, is_covered, is_required, minimum, achieved, detail, before } = row;
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Badge color={is_covered ? 'teal' : is_required ? 'red' : 'orange'} variant="light">
          {is_covered ? 'Covered' : 'Gap'}
        </Badge>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        {is_required && (
          <Text size="xs" c="dimmed">
            required
          </Text>
        )}
      </Group>
      <Text size="sm">{detail}</Text>
      <Text size="xs" c="dimmed">
        {minimum === null
          ? 'No source of this kind counts towards coverage.'
          : `Needs ${NEEDS[minimum]}. Best found: ${achieved === null ? 'nothing' : AUTHORITIES[achieved].label.toLowerCase()}.`}
        {is_covered && !before.is_covered ? ' Munim calculates it from figures in the sources.' : ''}
      </Text>
    </Stack>
  );
}
