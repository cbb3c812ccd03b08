import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from './endpoints.ts';

export const useLetter = () => useQuery({ queryKey: ['portfolio', 'letter'], queryFn: api.planning.letter });

export const useNotifications = (page: number, unread: boolean) =>
  useQuery({
    queryKey: ['notifications', 'list', page, unread],
    queryFn: () => api.notifications.list({ page, page_size: 20, ...(unread ? { unread } : {}) }),
    placeholderData: keepPreviousData,
  });

/** The letters that were sent, newest first. */
export const useLetters = (page: number) =>
  useQuery({
    queryKey: ['notifications', 'letters', page],
    queryFn: () => api.notifications.list({ page, page_size: 10, kind: 'weekly_letter' }),
    placeholderData: keepPreviousData,
  });
