/** How well a broker answers, from best to worst (portfolio/Go-live state machine). */
export const LEVELS = ['OK', 'DEGRADED', 'UNSTABLE', 'DOWN'] as const;
export type Level = (typeof LEVELS)[number];

/** A broker that nothing was heard of for so long, while its exchange is open, counts as DOWN. */
export const SILENT_MS = 5 * 60_000;

/**
 * The level of a broker at a moment: the last one that was worked out from its samples, or DOWN once it has been silent for
 * too long in trading hours.
 * @returns null where nothing was ever heard of it
 */
export function levelNow(
  level: Level | null,
  lastSampleAt: string | null,
  now: Date,
  isTrading: boolean,
): Level | null {
  if (level === null || lastSampleAt === null) return null;
  return isTrading && now.getTime() - Date.parse(lastSampleAt) > SILENT_MS ? 'DOWN' : level;
}
