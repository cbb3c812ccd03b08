import type { DailyReturn } from '../returns/index.ts';

/** One day below the highest level so far, in percentage points; 0 on a day that is the highest itself. */
interface Underwater {
  date: string;
  drawdown_pct: number;
}

/** The deepest fall from a highest level; percentage points are positive: 20 is a fifth below. */
export interface Drawdown {
  max_drawdown_pct: number;
  /** Null where the level never fell. */
  peak_date: string | null;
  trough_date: string | null;
  /** The first day at or above the level of the peak again; null while it is still below, or never fell. */
  recovery_date: string | null;
  /** On the last day. */
  current_drawdown_pct: number;
  series: Underwater[];
}

/** A level that only rounding keeps under its peak has recovered. */
const ROUNDING = 1e-12;

/**
 * Follows what one unit invested at the start became by the returns, and measures each day against the highest level
 * before it. Money that comes or goes is neither a rise nor a fall. Of several falls as deep the first one counts.
 * @param start day of the first value.
 */
export function drawdown(start: string, returns: readonly DailyReturn[]): Drawdown {
  const series: Underwater[] = [{ date: start, drawdown_pct: 0 }];
  let level = 1;
  let peak = { level: 1, date: start };
  let deepest = { depth: 0, peak: null as typeof peak | null, trough: null as string | null };
  let recovery: string | null = null;
  for (const { day, value } of returns) {
    level *= 1 + value;
    if (level >= peak.level * (1 - ROUNDING)) {
      if (deepest.peak !== null && recovery === null && level >= deepest.peak.level * (1 - ROUNDING))
        recovery = day;
      if (level >= peak.level) peak = { level, date: day };
      series.push({ date: day, drawdown_pct: 0 });
      continue;
    }
    const depth = 1 - level / peak.level;
    series.push({ date: day, drawdown_pct: depth * 100 });
    if (depth <= deepest.depth) continue;
    deepest = { depth, peak, trough: day };
    recovery = null;
  }
  return {
    max_drawdown_pct: deepest.depth * 100,
    peak_date: deepest.peak?.date ?? null,
    trough_date: deepest.trough,
    recovery_date: recovery,
    current_drawdown_pct: series.at(-1)?.drawdown_pct ?? 0,
    series,
  };
}
