import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './endpoints.ts';

export const useLetter = () => useQuery({ queryKey: ['portfolio', 'letter'], queryFn: api.planning.letter });

/** The letters that were sent, newest first. */
export const useLetters = (page: number) =>
  useQuery({
    queryKey: ['notifications', 'letters', page],
    queryFn: () => api.notifications.list({ page, page_size: 10, kind: 'weekly_letter' }),
    placeholderData: keepPreviousData,
  });
