/** The stages of a run, with how far each is. */
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Dossier } from '../../api/types.ts';
import { plain, STAGE_COLORS } from './words.ts';

export function Stages({ stages }: { stages: Dossier['stages'] }) {
  return (
    <section className="panel" aria-labelledby="stages">
      <Text component="h2" id="stages" fw={600} p="md" pb={0}>
        Stages
      </Text>
      <Stack component="ol" gap="xs" p="md" m={0} style={{ listStyle: 'none' }}>
        {stages.map(({ stage, title, status, detail, attempts, is_cached }) => (
          <li key={stage}>
            <Group gap="xs" align="flex-start">
              <Badge color={STAGE_COLORS[status]} variant="light" miw={96}>
                {plain(status)}
              </Badge>
              <Stack gap={0} flex={1} miw={180}>
                <Text size="sm" fw={500}>
                  {title}
                </Text>
                {detail !== null && (
                  <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                    {detail}
                    {is_cached && ' Taken from an earlier run of the same evidence.'}
                    {attempts > 1 && ` Begun ${attempts} times.`}
                  </Text>
                )}
              </Stack>
            </Group>
          </li>
        ))}
      </Stack>
    </section>
  );
}
