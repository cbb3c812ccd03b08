import type { PricePanel } from '../../strategies/index.ts';

/** Closes of a session count as complete when there are so many of those of the fullest one shortly before. */
const COMPLETE_PART = 0.5;
/**
 * A month: after days without closes, those of the newest sessions come share by share, and a few of them are no reason to
 * walk through the others as holes. Where most shares stopped trading for good, a policy waits no longer than that.
 */
const LOOK_BACK = 21;

/**
 * The sessions, from the first of those given, whose closes are there: a policy walks through them and stops before the first
 * that is still being fetched. A session that stays empty while a later one has its closes is walked through as a hole.
 * @param wanted sessions in order, all of them in the panel.
 */
export function readyDays(
  { days, securities, closes, liquid }: PricePanel,
  wanted: readonly string[],
): string[] {
  const counts = days.map((_, at) => {
    let count = 0;
    for (let security = 0; security < securities.length; security += 1)
      // Cash may wait for the fund that it goes into, shares are not told by it.
      if (security !== liquid?.security && !Number.isNaN(closes[security * days.length + at] ?? Number.NaN))
        count += 1;
    return count;
  });
  const isComplete = (day: string): boolean => {
    const at = days.indexOf(day);
    const fullest = Math.max(0, ...counts.slice(Math.max(0, at - LOOK_BACK), at));
    const own = counts[at] ?? 0;
    return own > 0 && own >= fullest * COMPLETE_PART;
  };
  const last = wanted.findLastIndex(isComplete);
  return wanted.slice(0, last + 1);
}
