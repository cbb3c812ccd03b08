/** Says on every page that the figures are made up, with a button that removes them. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { api } from '../api/endpoints.ts';
import { Confirm } from '../components/confirm.tsx';
import { failed } from '../components/toast.tsx';
import { useOtherFigures } from '../components/other-figures.ts';

export default function SampleBanner() {
  /** Asks once if the person entered something into the sample. */
  const [isAsking, setAsking] = useState(false);
  const sample = useOtherFigures((error) => {
    if (error instanceof ApiError && error.code === 'SAMPLE_HAS_ENTRIES') setAsking(true);
    else failed(error, 'Could not remove the sample');
  });
  return (
    <Group className="panel" px="md" py="xs" mb="md" justify="space-between" gap="xs" role="note">
      <Text size="sm">You are looking at a made-up household. No company, fund or price in it is real.</Text>
      <Button
        size="compact-sm"
        variant="light"
        loading={sample.isPending}
        onClick={() => sample.change(api.sample.remove)}
      >
        Remove the sample
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => sample.change(() => api.sample.remove('remove'))}
        busy={sample.isPending}
        title="Remove the sample with your entries?"
        action="Remove"
      >
        You entered or imported something into the made-up household. It is removed with it, and cannot be
        restored.
      </Confirm>
    </Group>
  );
}
