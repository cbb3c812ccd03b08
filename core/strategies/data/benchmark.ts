import { INDEX_SERIES, type SeriesCode } from '../../market/index.ts';

/** What a universe is held against: an index by itself, a list of shares against all large and medium companies. */
export function benchmarkOf(universe: unknown): { code: SeriesCode; name: string } {
  const code: SeriesCode = universe === 'NIFTY50' ? 'NIFTY50' : 'NIFTY500';
  return { code, name: INDEX_SERIES.find((series) => series.code === code)?.name ?? code };
}
