import type { Curve } from './curve.ts';
import type { DrawdownView } from './view.ts';

/**
 * The deepest falls of a curve from a peak to the day it was back there, each counted once; the deepest first, and of equal
 * ones the earlier.
 */
export function deepestDrawdowns({ days, levels }: Curve, most: number): DrawdownView[] {
  const falls: DrawdownView[] = [];
  let peak: { day: string; level: number } | null = null;
  let fall: DrawdownView | null = null;
  for (const [at, level] of levels.entries()) {
    const day = days[at] ?? '';
    if (level === null) continue;
    if (peak === null || level >= peak.level) {
      if (fall !== null) falls.push({ ...fall, recovery_date: day });
      fall = null;
      peak = { day, level };
      continue;
    }
    const depth = (1 - level / peak.level) * 100;
    if (fall === null || depth > fall.drawdown_pct)
      fall = { peak_date: peak.day, trough_date: day, recovery_date: null, drawdown_pct: depth };
  }
  if (fall !== null) falls.push(fall);
  return falls.sort((a, b) => b.drawdown_pct - a.drawdown_pct).slice(0, most);
}
