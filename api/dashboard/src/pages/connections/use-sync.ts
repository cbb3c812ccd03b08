import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/endpoints.ts';
import type { SyncOutcome } from '../../api/types.ts';

/** A sync that was asked for on this page: under way since then, or what became of it. */
export type Run =
  | { state: 'running'; since: number }
  | { state: 'ended'; outcome: SyncOutcome }
  | { state: 'refused'; error: Error };

/** Starts syncs and remembers what became of each, by connection. */
export function useSync() {
  const client = useQueryClient();
  const [runs, setRuns] = useState<Readonly<Record<string, Run>>>({});
  const note = (id: string, run: Run): void => setRuns((before) => ({ ...before, [id]: run }));
  return {
    runs,
    start(id: string): void {
      note(id, { state: 'running', since: Date.now() });
      api.connections
        .sync(id)
        .then(
          (outcome) => note(id, { state: 'ended', outcome }),
          (error: Error) => note(id, { state: 'refused', error }),
        )
        .finally(() => void client.invalidateQueries({ queryKey: ['portfolio'] }));
    },
    forget(id: string): void {
      setRuns((before) => Object.fromEntries(Object.entries(before).filter(([one]) => one !== id)));
    },
  };
}
