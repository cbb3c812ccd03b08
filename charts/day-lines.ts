/** Points of lines over days: the one place that decides where a line breaks and which days of many are drawn. */
import type { ChartDataset, ScatterDataPoint } from 'chart.js';
import { isKnown } from './format.ts';
import { DAY } from './scales.ts';

/** Heights by day, null where there is none. */
type Heights = readonly (number | null | undefined)[];

/** A line of levels is drawn over weekends and holidays; a longer silence is a gap. */
const LONGEST_BRIDGE = 10 * DAY;
/** Radius of a dot, in layout pixels. */
const DOT = 3.5;

/** Days to draw on a chart of a layout width: more than two a pixel cannot be seen. */
export const mostDays = (width: number): number => Math.max(200, Math.round(width * 2));

/**
 * Indices of at most about `most` days: of each stretch the lowest and the highest of every line, so that no extreme is
 * lost, and the first and the last day of each.
 */
export function sampledDays(lines: readonly { values: Heights }[], count: number, most: number): number[] {
  if (count <= most || lines.length === 0) return Array.from({ length: count }, (_, at) => at);
  const stretches = Math.max(1, Math.floor(most / (2 * lines.length)));
  const size = Math.ceil(count / stretches);
  const kept = new Set([0, count - 1]);
  for (const { values } of lines) {
    kept.add(Math.max(0, values.findIndex(isKnown)));
    kept.add(Math.max(0, values.findLastIndex(isKnown)));
    for (let from = 0; from < count; from += size) {
      let [low, high] = [-1, -1];
      for (let at = from; at < Math.min(count, from + size); at += 1) {
        const value = values[at];
        if (!isKnown(value)) continue;
        if (low < 0 || value < (values[low] as number)) low = at;
        if (high < 0 || value > (values[high] as number)) high = at;
      }
      if (low >= 0) kept.add(low).add(high);
    }
  }
  return [...kept].sort((one, other) => one - other);
}

/** The kept days of a line of levels as points; a point without a height breaks it where nothing was known for long. */
export function linePoints(
  days: readonly number[],
  values: Heights,
  kept: readonly number[],
): ScatterDataPoint[] {
  const wanted = new Set(kept);
  const points: ScatterDataPoint[] = [];
  let before: number | undefined;
  for (const [at, x] of days.entries()) {
    const y = values[at];
    if (!isKnown(y)) continue;
    const wasUnknown = before !== undefined && !isKnown(values[at - 1]);
    if (before !== undefined && wasUnknown && x - before > LONGEST_BRIDGE)
      points.push({ x: before + DAY, y: null } as unknown as ScatterDataPoint);
    before = x;
    if (wanted.has(at)) points.push({ x, y });
  }
  return points;
}

/** The edges of all gaps, so that no line crosses one however many days are left out. */
function gapEdges(lines: readonly { values: Heights }[], count: number): number[] {
  const edges: number[] = [];
  for (const { values } of lines)
    for (let at = 1; at < count; at += 1)
      if (isKnown(values[at]) !== isKnown(values[at - 1])) edges.push(at - 1, at);
  return edges;
}

type Line = ChartDataset<'line'>;

/**
 * Lines of daily values, as every chart of a portfolio's days draws them: a day without a height is a gap, and a height between
 * two gaps is a dot, since a line needs two ends. All have points on the same days. A line without a single height is
 * neither drawn nor named by the legend.
 * @param days milliseconds, ascending.
 */
export function dailyLines(
  days: readonly number[],
  lines: readonly { values: Heights; style: Partial<Line> }[],
  width: number,
): Line[] {
  const sampled = sampledDays(lines, days.length, mostDays(width));
  const kept = [...new Set([...sampled, ...gapEdges(lines, days.length)])].sort((one, other) => one - other);
  return lines
    .filter(({ values }) => values.some(isKnown))
    .map(({ values, style }) => {
      const heights = kept.map((at) => (isKnown(values[at]) ? (values[at] as number) : null));
      return {
        ...style,
        // Chart.js reads a null height as a gap; its own type of a point does not say so.
        data: kept.map((at, place) => ({ x: days[at], y: heights[place] }) as ScatterDataPoint),
        pointRadius: heights.map((height, place) => {
          const isAlone = (heights[place - 1] ?? null) === null && (heights[place + 1] ?? null) === null;
          return height !== null && isAlone ? DOT : 0;
        }),
        borderJoinStyle: 'round',
        pointHitRadius: 10,
        spanGaps: false,
      };
    });
}
