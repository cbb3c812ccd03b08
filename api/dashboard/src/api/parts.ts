/** Which parts of Munim a person sees. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PageRoute } from '../page-route.ts';
import { http } from './client.ts';
import type { Parts } from './types.ts';

type Part = Parts['parts'][number];
export type OptionalPart = Exclude<Part['part'], 'portfolio'>;

export const useParts = () => useQuery({ queryKey: ['parts'], queryFn: () => http.get<Parts>('/api/parts') });

/** Saves the shown parts, or parts that were offered. With neither, the question counts as skipped. */
export function useSaveParts() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { shown?: OptionalPart[]; offered?: OptionalPart[] }) =>
      http.put<Parts>('/api/parts', body),
    onSuccess: (parts) => {
      client.setQueryData(['parts'], parts);
      for (const key of ['chat', 'notifications']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}

export const isOptional = (part: Part['part']): part is OptionalPart => part !== 'portfolio';

/** Parts besides Portfolio that are shown. */
export const shownOf = ({ parts }: Parts): OptionalPart[] =>
  parts.flatMap(({ part, is_shown }) => (is_shown && isOptional(part) ? [part] : []));

/** The part of a page, by the longest address that begins its path. */
export function partAt({ parts }: Parts, pathname: string): Part | undefined {
  const begins = (start: string) =>
    pathname === start || pathname.startsWith(start === '/' ? '/' : `${start}/`);
  const found = parts.flatMap((part) => part.pages.filter(begins).map((start) => ({ part, start })));
  return found.toSorted((a, b) => b.start.length - a.start.length)[0]?.part;
}

/** Tells whether a page is in the menu and the search. Until the parts are known, only pages of Portfolio are. */
export function useShownPages(): (page: PageRoute) => boolean {
  const { data } = useParts();
  return ({ path, group }) =>
    data === undefined ? group === undefined : partAt(data, path)?.is_shown !== false;
}
