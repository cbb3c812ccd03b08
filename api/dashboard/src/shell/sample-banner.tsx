/** Says on every page that its figures are made up, and removes them. */
import { Button, Group, Text } from '@mantine/core';
import { ApiError } from '../api/client.ts';
import { api } from '../api/endpoints.ts';
import { Confirm } from '../components/confirm.tsx';
import { failed } from '../components/toast.tsx';
import { useOtherFigures } from '../components/other-figures.ts';

/** The person entered something into the sample. */
const hasEntries = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'SAMPLE_HAS_ENTRIES';

export default function SampleBanner() {
  const remove = useOtherFigures(api.sample.remove);
  const onError = (error: Error): void => {
    if (!hasEntries(error)) failed(error, 'Could not remove the sample');
  };
  return (
    <Group className="panel" px="md" py="xs" mb="md" justify="space-between" gap="xs" role="note">
      <Text size="sm">You are looking at a made-up household. No company, fund or price in it is real.</Text>
      <Button
        size="compact-sm"
        variant="light"
        loading={remove.isPending}
        onClick={() => remove.mutate(undefined, { onError })}
      >
        Remove the sample
      </Button>
      <Confirm
        opened={hasEntries(remove.error)}
        onClose={remove.reset}
        onConfirm={() => remove.mutate('remove', { onError })}
        title="Remove the sample with your entries?"
        action="Remove"
      >
        You entered or imported something into the made-up household. It is removed with it, and cannot be
        restored.
      </Confirm>
    </Group>
  );
}
