import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api/endpoints.ts';
import type { Holding } from '../../api/types.ts';

/** Finds the prices of the last 90 days of a holding; undefined where they are not known. */
export function useRecentCloses(
  symbols: readonly string[],
): (holding: Pick<Holding, 'portfolio' | 'symbol' | 'currency'>) => readonly number[] | undefined {
  const wanted = [...new Set(symbols)].sort().join(',');
  const { data } = useQuery({
    queryKey: ['portfolio', 'holdings', 'recent-closes', wanted],
    queryFn: () => api.holdings.recentCloses(wanted),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  return useMemo(() => {
    const keyOf = (...of: (string | null)[]) => of.join('\0');
    const lines = new Map(
      (data?.items ?? []).map((one) => [keyOf(one.portfolio, one.symbol, one.currency), one.closes]),
    );
    return ({ portfolio, symbol, currency }) =>
      lines.get(keyOf(portfolio, symbol, currency)) ?? lines.get(keyOf(null, symbol, currency));
  }, [data]);
}
