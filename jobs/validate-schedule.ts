import { faultOf } from './due-times.ts';
import type { Job } from './job.ts';

/**
 * Refuses a schedule that would not do what it says.
 * @throws Error naming each row that is wrong and why.
 */
export function validateSchedule<Context>(schedule: readonly Job<Context>[]): void {
  const wrong: string[] = [];
  const seen = new Set<string>();
  for (const { name, when, lateness } of schedule) {
    const { markAfterMinutes, skipAfterMinutes } = lateness;
    if (!/^[a-z][a-z0-9_]{2,59}$/.test(name) || name === 'sweep') wrong.push(`${name}: not a valid name`);
    if (seen.has(name)) wrong.push(`${name}: the name is used twice`);
    seen.add(name);
    const fault = faultOf(when);
    if (fault !== null) wrong.push(`${name}: ${fault}`);
    if (!(markAfterMinutes >= 0 && skipAfterMinutes >= markAfterMinutes)) {
      wrong.push(`${name}: it must be marked late before it is skipped`);
    }
    if (skipAfterMinutes < 2)
      wrong.push(`${name}: a run must be allowed to be two minutes late, since a sweep takes one`);
  }
  if (wrong.length > 0) throw new Error(`The schedule is wrong:\n${wrong.join('\n')}`);
}
