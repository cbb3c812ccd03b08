/** AI research in the cache of the page: the list, one dossier, and how runs under way go. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from './endpoints.ts';
import { useLive } from './live.tsx';
import type { ResearchListQuery, ResearchRun } from './types.ts';

export const AI_RESEARCH_KEY = 'ai-research';

/** Whether it still waits or runs. */
export const isUnderWay = ({ status }: Pick<ResearchRun, 'status'>): boolean =>
  status === 'queued' || status === 'running';

/** Milliseconds between two looks at runs under way: frames tell the rest while the socket is open. */
const LOOK_AGAIN = { open: 15_000, away: 2000 };

function useLookAgain(): number {
  return useLive().state === 'open' ? LOOK_AGAIN.open : LOOK_AGAIN.away;
}

export const useResearchState = () =>
  useQuery({ queryKey: [AI_RESEARCH_KEY, 'state'], queryFn: api.aiResearch.state });

export function useResearchRuns(query: ResearchListQuery, isOn: boolean) {
  const pause = useLookAgain();
  return useQuery({
    queryKey: [AI_RESEARCH_KEY, 'runs', query],
    queryFn: () => api.aiResearch.list(query),
    enabled: isOn,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) === true ? pause : false),
  });
}

/** Runs with an approved report; none while research is switched off. */
export function useCompletedResearch() {
  const state = useResearchState();
  return useQuery({
    queryKey: [AI_RESEARCH_KEY, 'runs', 'completed'],
    queryFn: api.aiResearch.completed,
    enabled: state.data?.is_enabled === true,
  });
}

export function useDossier(id: string) {
  const pause = useLookAgain();
  return useQuery({
    queryKey: [AI_RESEARCH_KEY, 'run', id],
    queryFn: () => api.aiResearch.read(id),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data.run) ? pause : false),
  });
}

/** A page of one list of a run; the page before stays while the next one loads. */
export function useRunPart<T>(id: string, part: string, query: object, read: () => Promise<T>) {
  return useQuery({
    queryKey: [AI_RESEARCH_KEY, 'run', id, part, query],
    queryFn: read,
    placeholderData: keepPreviousData,
  });
}

/** Frames that come within this are one reason to read again: a stage that ends and the next that begins. */
const READ_AGAIN_MS = 250;

/**
 * Reads what is on the page again when a frame says that a stage has begun or ended. Frames are hints: what they say of a
 * stage is read from the server, and what a model says of itself is no reason to.
 */
export function useResearchProgress(): void {
  const client = useQueryClient();
  const { subscribe } = useLive();
  useEffect(() => {
    let timer: number | undefined;
    const changed = new Set<string>();
    let isOfRun = false;
    const readAgain = (): void => {
      timer = undefined;
      for (const id of changed) void client.invalidateQueries({ queryKey: [AI_RESEARCH_KEY, 'run', id] });
      if (isOfRun) void client.invalidateQueries({ queryKey: [AI_RESEARCH_KEY, 'state'] });
      void client.invalidateQueries({ queryKey: [AI_RESEARCH_KEY, 'runs'] });
      changed.clear();
      isOfRun = false;
    };
    const stop = subscribe(({ type, run_id, stage, event }) => {
      if (type !== 'research_progress' || typeof run_id !== 'string' || !run_id.startsWith('ai-')) return;
      if (event === 'token') return;
      changed.add(run_id);
      isOfRun ||= stage === 'run';
      // Not put off by later frames, so that a busy run is read too.
      timer ??= window.setTimeout(readAgain, READ_AGAIN_MS);
    });
    return () => {
      stop();
      window.clearTimeout(timer);
    };
  }, [client, subscribe]);
}
