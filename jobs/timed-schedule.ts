import type { Calendar } from '../core/market/calendar/index.ts';
import type { Config } from '../core/platform/index.ts';
import { DAILY_BACKUP } from './daily-backup.ts';
import { daily } from './due-times.ts';
import { eodPortfolioReport } from './eod-portfolio-report.ts';
import { eveningTime } from './evening-time.ts';
import type { Job } from './job.ts';
import type { JobContext } from './job-context.ts';
import { schedule } from './schedule.ts';

/** The schedule with the times that settings and calendar give, without the jobs that settings switch off. */
export function timedSchedule(
  config: Pick<
    Config,
    | 'PORTFOLIO_SECTOR_FETCH_TIME_IST'
    | 'PORTFOLIO_BENCHMARK_FETCH_TIME_IST'
    | 'POLICY_EOD_TIME_IST'
    | 'BACKUP_TIME_IST'
  >,
  calendar: Pick<Calendar, 'isSession' | 'sessionHours'>,
): readonly Job<JobContext>[] {
  const times: Readonly<Record<string, string | null>> = {
    [DAILY_BACKUP]: config.BACKUP_TIME_IST,
    daily_sector_enrichment: config.PORTFOLIO_SECTOR_FETCH_TIME_IST,
    daily_benchmark_snapshot: config.PORTFOLIO_BENCHMARK_FETCH_TIME_IST,
    policy_eod_valuation: config.POLICY_EOD_TIME_IST,
  };
  return schedule.flatMap((job) => {
    const time = times[job.name];
    if (time === null) return [];
    if (job.name === eodPortfolioReport.kind)
      return [{ ...job, when: { ...job.when, moved: eveningTime(calendar) } }];
    return [time === undefined ? job : { ...job, when: daily(time) }];
  });
}
