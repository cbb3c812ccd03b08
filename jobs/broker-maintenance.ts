import type { Run } from './job.ts';
import type { JobsWorld } from './jobs-world.ts';

/** Renews broker tokens that are due, then syncs the connections that are (spec: Connection sync rules 1). */
export async function maintainBrokers(
  world: Pick<JobsWorld, 'brokers'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  return await world.brokers.maintain(run.signal);
}
