/** Sentences in place of charts that have too few days to draw. Browser-safe. */
import type { ChartConfiguration } from 'chart.js';
import { day, isKnown } from './format.ts';

interface Point {
  x?: unknown;
  y?: unknown;
}

/**
 * The sentence in place of a line chart over days, since a line needs two days. Null with two days, and for every other kind of
 * chart.
 */
export function insteadOfLine(config: ChartConfiguration): string | null {
  const { scales, plugins } = config.options ?? {};
  if (config.type !== 'line' || scales?.['x']?.type !== ('day' as never)) return null;
  const points = config.data.datasets.flatMap(({ data }) => data as readonly Point[]);
  const known = new Set(
    points.flatMap(({ x, y }) => (isKnown(x as number) && isKnown(y as number) ? [x as number] : [])),
  );
  const [only] = known;
  const isCost = config.data.datasets.every(({ label }) => label === 'Invested');
  const what = isCost ? 'invested amount' : 'value';
  if (only !== undefined)
    return known.size > 1
      ? null
      : `Only the ${what} of ${day(only)} is known. The line starts with a second day.`;
  const { text, hint } = (plugins as { note?: { text?: string; hint?: string } } | undefined)?.note ?? {};
  return (
    [text, hint]
      .filter(Boolean)
      .map((sentence) => `${sentence}.`)
      .join(' ') || null
  );
}
