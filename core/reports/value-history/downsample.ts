import type { HistoryPoint } from './view.ts';

/**
 * Thins a long series to about `most` points: the last of each equal stretch, both ends, and the day on which each gap begins.
 */
export function downsample(points: HistoryPoint[], most: number): HistoryPoint[] {
  if (points.length <= most) return points;
  const step = points.length / most;
  const kept = new Set([0, points.length - 1]);
  for (let index = 1; index < most; index += 1)
    kept.add(Math.min(points.length - 1, Math.floor(index * step)));
  return points.filter(
    ({ value }, index) => kept.has(index) || (value === null && (points[index - 1]?.value ?? null) !== null),
  );
}
