import { useQuery } from '@tanstack/react-query';
import { http } from './client.ts';

export interface Guide {
  id: string;
  title: string;
  markdown: string;
}

/** All guides; they change with a new release only. */
export const useGuides = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    enabled,
    queryKey: ['help'],
    queryFn: () => http.get<{ guides: Guide[] }>('/api/help'),
    staleTime: Number.POSITIVE_INFINITY,
  });
