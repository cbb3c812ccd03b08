import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';
import { isTransient } from './transient.ts';

/**
 * Fetches the closes of the indexes, those of missed days too (spec: Scheduler, daily_benchmark_snapshot). An index
 * that fails holds up no other; where that may pass the run is tried again, and what it still lacks comes with the next
 * one.
 */
export async function takeBenchmarkSnapshots(
  context: Pick<JobContext, 'benchmarks'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  const updates = await context.benchmarks.keepUp(run.signal);
  const told = updates
    .map(({ benchmark, changed, missing, failure }) => {
      const lacking = missing === 0 ? '' : `, ${missing} sessions without a close`;
      return `${benchmark} ${changed} days${lacking}${failure === null ? '' : ` (${failure})`}`;
    })
    .join('; ');
  if (updates.some(({ failure }) => failure !== null && isTransient(failure)))
    throw new Error(`Index closes: ${told}.`);
  return told;
}
