import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

type Change = Record<string, string | number | undefined>;

/**
 * Filters and place of a list, kept in the address: a reload, a bookmark and the back button keep them. Any change
 * but that of the page begins at page one again.
 */
export function useListParams(): {
  get: (name: string) => string;
  /** What stands in the address, where it is one of these. */
  oneOf: <Word extends string>(name: string, words: readonly Word[]) => Word | undefined;
  page: number;
  set: (change: Change) => void;
} {
  const [params, setParams] = useSearchParams();
  return {
    get: (name) => params.get(name) ?? '',
    oneOf: (name, words) => words.find((word) => word === params.get(name)),
    page: Math.max(1, Number(params.get('page')) || 1),
    set(change) {
      const next = new URLSearchParams(params);
      if (!('page' in change)) next.delete('page');
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined || value === '' || (name === 'page' && value === 1)) next.delete(name);
        else next.set(name, String(value));
      }
      setParams(next, { replace: !('page' in change) });
    },
  };
}

/** Opens the form for a new row where the address asks for it, as the palette's does, and takes that out of the address. */
export function useAddFromAddress(onAdd: () => void): void {
  const params = useListParams();
  const isAsked = params.get('add') === 'new';
  useEffect(() => {
    if (!isAsked) return;
    onAdd();
    params.set({ add: undefined });
    // once for each time that it is asked for
  }, [isAsked]);
}
