import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { isOptional, type OptionalPart, partAt, shownOf, useParts, useSaveParts } from '../api/parts.ts';
import type { Parts } from '../api/types.ts';
import { failed } from '../components/toast.tsx';

const onError = (error: unknown): void => failed(error, 'Could not save your choice');

/** Offers once to show a hidden part, on the first of its pages that the person opens. */
export function HiddenPartOffer({ pathname }: { pathname: string }) {
  const { data } = useParts();
  if (data === undefined) return null;
  const part = partAt(data, pathname);
  if (part === undefined || part.is_shown || !isOptional(part.part)) return null;
  return (
    <Offer key={part.part} part={part.part} title={part.title} isOffered={part.is_offered} parts={data} />
  );
}

interface OfferProps {
  part: OptionalPart;
  title: string;
  isOffered: boolean;
  parts: Parts;
}

/** Stays for the visit in which it first appears. */
function Offer({ part, title, isOffered, parts }: OfferProps) {
  const save = useSaveParts();
  const wasOffered = useRef(isOffered).current;
  useEffect(() => {
    if (!wasOffered) save.mutate({ offered: [part] });
    // once a part
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
