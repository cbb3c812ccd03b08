import type { Calendar } from '../market/calendar/index.ts';
import { dayAfter } from '../platform/index.ts';
import { isRebalanceDay, type StrategyConfig } from '../strategies/index.ts';
import type { PolicyStatus } from './states.ts';

/** More sessions than any month has: who rebalances monthly has a day among them. */
const SESSIONS_AHEAD = 70;

/**
 * The session of a policy's next rebalance: not before it starts, not in the past, and not on a day that has its rebalance
 * already. Null unless the policy is active.
 * @param today YYYY-MM-DD in India. @param lastCycle day of the newest rebalance in its mode.
 */
export function nextCycleDate(
  calendar: Calendar,
  policy: { status: PolicyStatus; trades_from: string; config: object },
  { today, lastCycle }: { today: string; lastCycle: string | null },
): string | null {
  if (policy.status !== 'ACTIVE') return null;
  const { rebalance } = policy.config as StrategyConfig;
  let from = policy.trades_from > today ? policy.trades_from : today;
  if (lastCycle !== null && lastCycle >= from) from = dayAfter(lastCycle);
  let day = calendar.sessionOnOrAfter('NSE', from);
  for (let ahead = 0; ahead < SESSIONS_AHEAD; ahead += 1) {
    if (isRebalanceDay(calendar, rebalance, day)) return day;
    day = calendar.nextSession('NSE', day);
  }
  return null;
}
