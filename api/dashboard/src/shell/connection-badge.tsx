import { Badge } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { http, reachability } from '../api/client.ts';
import type { LiveState } from '../api/live.tsx';

/** Interval between tries to reach the server. */
const LOOK_MS = 2000;

/** Says that the server cannot be reached, and retries until it answers. Hidden while connected. */
export function ConnectionBadge({ state }: { state: LiveState }) {
  const client = useQueryClient();
  const isReached = useSyncExternalStore(reachability.subscribe, reachability.current);
  useEffect(() => {
    if (isReached) {
      // Pages that failed meanwhile reload by themselves.
      void client.refetchQueries({ type: 'active', predicate: ({ state: of }) => of.status === 'error' });
      return;
    }
    const looking = setInterval(() => void http.text('/healthz').catch(() => undefined), LOOK_MS);
    return () => clearInterval(looking);
  }, [client, isReached]);
  if (state === 'open' && isReached) return null;
  const isConnecting = state === 'connecting' && isReached;
  return (
    <Badge color={isConnecting ? 'gray' : 'orange'} variant="light" role="status">
      {isConnecting ? 'Connecting' : 'Offline, reconnecting'}
    </Badge>
  );
}
