import { istTime } from '../core/platform/index.ts';
import type { Lateness } from './job.ts';

/** How a due time stands at an instant. */
export type Standing = { state: 'on_time' } | { state: 'late' } | { state: 'too_late'; reason: string };

/** Whether a job is still done at `now`, and how it is marked. Both limits are exclusive: at the limit it still counts. */
export function standing(rule: Lateness, dueAt: Date, now: Date): Standing {
  const minutes = (now.getTime() - dueAt.getTime()) / 60_000;
  if (minutes > rule.skipAfterMinutes) {
    const limit = istTime(new Date(dueAt.getTime() + rule.skipAfterMinutes * 60_000));
    return {
      state: 'too_late',
      reason: `Due at ${istTime(dueAt)} IST, not done later than ${limit}: ${rule.why}.`,
    };
  }
  return { state: minutes > rule.markAfterMinutes ? 'late' : 'on_time' };
}

/** Runs of one due time before it is given up: with the pauses below, about seven minutes apart from the runs. */
export const MOST_ATTEMPTS = 5;
const FIRST_PAUSE_MS = 30_000;

/**
 * The pause after the n-th failed run: 30 s, doubled each time, of which between a half and the whole is taken.
 * @param random a number in [0, 1).
 */
export function runPauseMs(attempts: number, random: number): number {
  return Math.round(FIRST_PAUSE_MS * 2 ** (attempts - 1) * (0.5 + random / 2));
}
