import { parseAmount } from '../../platform/fixed-point.ts';
import { toScale } from '../../platform/money.ts';
import type { StrategyConfig } from '../config.ts';
import { beginsInCalendar, instalmentsBetween } from '../contribution-schedule.ts';
import type { Contribution } from './contributions.ts';
import type { SessionMarks } from './session-marks.ts';

/**
 * The instalments that a config's schedule has within a backtest, by day. One that falls on no session comes with the next.
 * @param firstSession where the schedule does not say when it begins, it begins there.
 */
export function scheduledContributions(
  {
    config,
    from,
    to,
    marks,
  }: {
    config: Pick<StrategyConfig, 'contribution_schedule'>;
    from: string;
    to: string;
    marks: Pick<SessionMarks, 'curatedFrom'>;
  },
  firstSession: string | undefined,
): { date: string; contribution: Contribution }[] {
  const { contribution_schedule: schedule } = config;
  if (schedule === undefined || firstSession === undefined) return [];
  const terms = { frequency: schedule.frequency, start_date: schedule.start_date ?? firstSession };
  if (!beginsInCalendar(terms, marks.curatedFrom)) return [];
  const contribution = {
    amount: parseAmount(toScale(schedule.amount)),
    allocationMode: schedule.allocation_mode ?? 'next_rebalance',
  };
  return instalmentsBetween(terms, from, to).map(({ date }) => ({ date, contribution }));
}
