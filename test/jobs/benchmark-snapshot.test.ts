import assert from 'node:assert/strict';
import { parseConfig } from '../../core/platform/index.ts';
import { takeBenchmarkSnapshots } from '../../jobs/daily-benchmark-snapshot.ts';
import { cronOf } from '../../jobs/due-times.ts';
import { createCalendar } from '../../core/market/calendar/index.ts';
import { timedSchedule } from '../../jobs/timed-schedule.ts';
import type { IndexUpdate } from '../../core/market/index.ts';

const taking = async (...updates: IndexUpdate[]) =>
  await takeBenchmarkSnapshots(
    { benchmarks: { keepUp: () => Promise.resolve(updates) } },
    { signal: new AbortController().signal },
  );
const done: IndexUpdate = { benchmark: 'NIFTY50', changed: 1, missing: 0, failure: null };

describe('benchmark snapshots as a job', () => {
  it('portfolio/Scheduler: daily_benchmark_snapshot is due at PORTFOLIO_BENCHMARK_FETCH_TIME_IST', () => {
    const due = (environment: Record<string, string>) => {
      const job = timedSchedule(parseConfig(environment), createCalendar()).find(
        ({ name }) => name === 'daily_benchmark_snapshot',
      );
      return job === undefined ? null : cronOf(job.when);
    };
    assert.equal(due({}), '30 18 * * *');
    assert.equal(due({ PORTFOLIO_BENCHMARK_FETCH_TIME_IST: '20:05' }), '5 20 * * *');
    assert.throws(() => due({ PORTFOLIO_BENCHMARK_FETCH_TIME_IST: '25:00' }), /a time of day such as 18:30/);
  });

  it('tells what was written and what lacks', async () => {
    assert.equal(
      await taking(done, { ...done, benchmark: 'SP500', changed: 0, missing: 2 }),
      'NIFTY50 1 days; SP500 0 days, 2 sessions without a close',
    );
  });

  it('portfolio/Scheduler: a failed fetch is told with its reason, and tried again where that may help', async () => {
    const failed = (failure: string) =>
      taking(done, { ...done, benchmark: 'SP500', changed: 0, missing: 9, failure });
    for (const failure of ['PROVIDER_TIMEOUT', 'PROVIDER_RATE_LIMITED', 'NOT_KEPT'])
      await assert.rejects(
        failed(failure),
        new RegExp(`SP500 0 days, 9 sessions without a close \\(${failure}\\)`),
      );
    assert.equal(
      await failed('NOT_FOUND'),
      'NIFTY50 1 days; SP500 0 days, 9 sessions without a close (NOT_FOUND)',
    );
  });
});
