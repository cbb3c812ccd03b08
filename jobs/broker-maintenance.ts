import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/** Renews broker tokens that are due, then syncs the connections that are (spec: Connection sync rules 1). */
export async function maintainBrokers(
  context: Pick<JobContext, 'brokers'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  return await context.brokers.maintain(run.signal);
}
