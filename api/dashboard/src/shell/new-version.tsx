import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { appState } from '../offline/worker.ts';

/** Offers to load a newer version of the dashboard. The person chooses when, since a form may be open. */
export function NewVersion() {
  const isOutdated = useSyncExternalStore(appState.subscribe, appState.isOutdated);
  if (!isOutdated) return null;
  return (
    <Button size="compact-sm" variant="light" onClick={() => window.location.reload()}>
      New version, reload
    </Button>
  );
}
