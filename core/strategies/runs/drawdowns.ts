import { FIRST_INDEX } from '../engine/index.ts';
import type { Curve } from './curve.ts';
import type { DrawdownView } from './view.ts';

/** A level that only rounding keeps under its peak has recovered. */
const ROUNDING = 1e-12;

/**
 * The deepest falls of a curve from a peak to the day it was back there, each counted once; the deepest first, and of equal
 * ones the earlier. The first peak is `FIRST_INDEX`, at which every curve begins: what the trades of the first session cost
 * is a fall.
 */
export function deepestDrawdowns({ days, levels }: Curve, most: number): DrawdownView[] {
  const falls: DrawdownView[] = [];
  let peak = { day: days[0] ?? '', level: FIRST_INDEX };
  let fall: DrawdownView | null = null;
  for (const [at, level] of levels.entries()) {
    const day = days[at] ?? '';
    if (level === null) continue;
    if (level >= peak.level * (1 - ROUNDING)) {
      if (fall !== null) falls.push({ ...fall, recovery_date: day });
      fall = null;
      peak = { day, level: Math.max(level, peak.level) };
      continue;
    }
    const depth = (1 - level / peak.level) * 100;
    if (fall === null || depth > fall.drawdown_pct)
      fall = { peak_date: peak.day, trough_date: day, recovery_date: null, drawdown_pct: depth };
  }
  if (fall !== null) falls.push(fall);
  return falls.sort((a, b) => b.drawdown_pct - a.drawdown_pct).slice(0, most);
}

/** The deepest of them, in percentage points; 0 for a curve that never fell. */
export function deepestFall(curve: Curve): number {
  return deepestDrawdowns(curve, 1)[0]?.drawdown_pct ?? 0;
}
