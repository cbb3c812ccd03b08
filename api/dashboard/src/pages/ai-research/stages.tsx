/** The stages of a run, with how far each is, what it asked and what the one under way is saying. */
import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Dossier } from '../../api/types.ts';
import { modelText } from './cost-words.ts';
import type { StageText } from './live/stage-text.ts';
import classes from './report/report.module.css';
import { plain, STAGE_COLORS } from './words.ts';

type Stage = Dossier['stages'][number];

interface StagesProps {
  stages: readonly Stage[];
  /** What models say, by stage. */
  texts?: StageText;
}

export function Stages({ stages, texts = {} }: StagesProps) {
  return (
    <section className="panel" aria-labelledby="stages">
      <Text component="h2" id="stages" fw={600} p="md" pb={0}>
        Stages
      </Text>
      {stages.length === 0 && (
        <Text size="sm" c="dimmed" px="md" pt="xs">
          No stages are on record.
        </Text>
      )}
      <Stack component="ol" gap="xs" p="md" m={0} style={{ listStyle: 'none' }}>
        {stages.map((one) => (
          <OneStage key={one.stage} of={one} text={texts[one.stage] ?? ''} />
        ))}
      </Stack>
    </section>
  );
}

function OneStage({ of, text }: { of: Stage; text: string }) {
  const { title, status, detail, attempts, is_cached } = of;
  const asked = modelText(of);
  return (
    <li>
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
          {asked !== '' && (
            <Text size="xs" c="dimmed">
              {asked}
            </Text>
          )}
          {status === 'RUNNING' && text !== '' && (
            <pre className={classes.tokens} aria-label={`${title}, as it is written`} tabIndex={0}>
              {text}
            </pre>
          )}
        </Stack>
      </Group>
    </li>
  );
}
