/** What a person uses Munim for: asked once on the overview, and offered once on a page of a part that is not shown. */
import { Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { isOptional, type OptionalPart, partAt, shownOf, useParts, useSaveParts } from '../api/parts.ts';
import type { Parts } from '../api/types.ts';
import { failed } from '../components/toast.tsx';

const onError = (error: unknown): void => failed(error, 'Could not save your choice');

export function PartsNotice({ pathname }: { pathname: string }) {
  const { data } = useParts();
  if (data === undefined) return null;
  if (pathname === '/') return data.is_asked ? null : <Question parts={data} />;
  const part = partAt(data, pathname);
  if (part === undefined || part.is_shown || !isOptional(part.part)) return null;
  return (
    <Offer key={part.part} part={part.part} title={part.title} isOffered={part.is_offered} parts={data} />
  );
}

function Question({ parts }: { parts: Parts }) {
  const save = useSaveParts();
  const [chosen, setChosen] = useState<string[]>(shownOf(parts));
  return (
    <Stack component="section" className="panel" p="md" mb="md" gap="sm" aria-label="Parts of Munim">
      <div>
        <Title order={2} size="h4">
          What do you use Munim for?
        </Title>
        <Text size="sm" c="dimmed">
          Only these parts are in your menus. You can change this in Settings at any time.
        </Text>
      </div>
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Parts that you use">
        <Stack gap="xs">
          {parts.parts.map(({ part, title, summary }) => (
            <Checkbox
              key={part}
              value={part}
              label={title}
              description={summary}
              {...(isOptional(part) ? {} : { checked: true, disabled: true })}
            />
          ))}
        </Stack>
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

interface OfferProps {
  part: OptionalPart;
  title: string;
  isOffered: boolean;
  parts: Parts;
}

/** Stays for the visit in which it was first shown. */
function Offer({ part, title, isOffered, parts }: OfferProps) {
  const save = useSaveParts();
  const wasOffered = useRef(isOffered).current;
  useEffect(() => {
    if (!wasOffered) save.mutate({ offered: [part] });
    // once for each part
  }, [part, wasOffered]);
  if (wasOffered) return null;
  return (
    <Group className="panel" px="md" py="xs" mb="md" justify="space-between" gap="xs" role="note">
      <Text size="sm">{title} is not in your menu.</Text>
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => save.mutate({ shown: [...shownOf(parts), part] }, { onError })}
      >
        Show it from now on
      </Button>
    </Group>
  );
}
