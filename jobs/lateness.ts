import { istTime } from '../core/platform/index.ts';
import type { Lateness } from './job.ts';

/** How a due time stands at an instant. */
type Punctuality = { state: 'on_time' } | { state: 'late' } | { state: 'too_late'; reason: string };

/** Whether a job is still done at `now`, and how it is marked. Both limits are exclusive: at the limit it still counts. */
export function punctualityOf(rule: Lateness, dueAt: Date, now: Date): Punctuality {
  const minutes = (now.getTime() - dueAt.getTime()) / 60_000;
  if (minutes > rule.skipAfterMinutes) {
    const limit = istTime(new Date(dueAt.getTime() + rule.skipAfterMinutes * 60_000));
    return {
      state: 'too_late',
      reason: `Due at ${istTime(dueAt)} IST and skipped after ${limit}: ${rule.why}.`,
    };
  }
  return { state: minutes > rule.markAfterMinutes ? 'late' : 'on_time' };
}
