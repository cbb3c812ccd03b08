import { Button, Checkbox, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { isOptional, shownOf, useParts, useSaveParts } from '../../api/parts.ts';
import type { Parts } from '../../api/types.ts';
import { failed } from '../../components/toast.tsx';

const onError = (error: unknown): void => failed(error, 'Could not save your choice');

/** Asks which parts the person uses, until they answer or skip. */
export function PartsQuestion() {
  const { data } = useParts();
  return data === undefined || data.is_asked ? null : <Question parts={data} />;
}

function Question({ parts }: { parts: Parts }) {
  const save = useSaveParts();
  const [chosen, setChosen] = useState<string[]>(shownOf(parts));
  return (
    <Stack component="section" className="panel" p="md" gap="sm" aria-label="Parts of Munim">
      <div>
        <Title order={2} size="h4">
          What do you use Munim for?
        </Title>
        <Text size="sm" c="dimmed">
          Only these parts are in your menus. You can change this in Settings at any time.
        </Text>
      </div>
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Parts that you use">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
          {parts.parts.map(({ part, title, summary }) => (
            <Checkbox
              key={part}
              value={part}
              label={title}
              description={summary}
              {...(isOptional(part) ? {} : { checked: true, disabled: true })}
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Group gap="xs">
        <Button
          loading={save.isPending}
          onClick={() =>
            save.mutate(
              {
                shown: parts.parts
                  .map(({ part }) => part)
                  .filter(isOptional)
                  .filter((part) => chosen.includes(part)),
              },
              { onError },
            )
          }
        >
          Save
        </Button>
        <Button variant="subtle" disabled={save.isPending} onClick={() => save.mutate({}, { onError })}>
          Skip
        </Button>
      </Group>
    </Stack>
  );
}
