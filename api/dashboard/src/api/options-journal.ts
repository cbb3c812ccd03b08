/** The journal of the options workspace in the cache of the page. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from './endpoints.ts';
import type { JournalAsked } from './types.ts';

const KEY = 'options';
/** No live frame tells of new records: a page that is opened asks anew. */
const FRESH = { staleTime: 0 } as const;

export const useJournal = (query: JournalAsked) =>
  useQuery({
    ...FRESH,
    queryKey: [KEY, 'journal', query],
    queryFn: () => api.optionsJournal.list(query),
    placeholderData: keepPreviousData,
  });

export const useJournalChoices = () =>
  useQuery({ ...FRESH, queryKey: [KEY, 'journal-choices'], queryFn: api.optionsJournal.choices });

export const useSettlements = () =>
  useQuery({ ...FRESH, queryKey: [KEY, 'settlements'], queryFn: api.optionTradebook.settlements });

export function useSettle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: api.optionTradebook.settle,
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** @param mode null for the most real trade of that tag */
export const useJournalStory = (tag: string, mode: string | null) =>
  useQuery({
    ...FRESH,
    queryKey: [KEY, 'story', tag, mode],
    queryFn: () => api.optionsJournal.read(tag, mode === null ? {} : { mode }),
  });

export function useSaveNote(tag: string, mode: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (notes: string | null) => api.optionsJournal.note(tag, mode, notes),
    onSuccess: () => client.invalidateQueries({ queryKey: [KEY] }),
  });
}

/** @param date YYYY-MM-DD, empty for today */
export const useBattles = (date: string, page: number, page_size: number) =>
  useQuery({
    ...FRESH,
    queryKey: [KEY, 'battles', date, page],
    queryFn: () => api.optionsJournal.battles(date, page, page_size),
    placeholderData: keepPreviousData,
  });

export const useBattleSummary = () =>
  useQuery({ ...FRESH, queryKey: [KEY, 'battle-summary'], queryFn: api.optionsJournal.battleSummary });
