import type { JobContext } from './job-context.ts';
import type { Run } from './job.ts';

/**
 * Brings policies on paper up to date: sessions that ended, with their rebalances. What is done is never done again, whoever
 * comes first; a policy whose closes are not there yet is looked at by the next run. Owners hear of those that stand still.
 */
export async function runPolicyCycles(
  { policies, config }: Pick<JobContext, 'policies' | 'config'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  if (!config.POLICY_WORKER_ENABLED) return 'switched off by POLICY_WORKER_ENABLED';
  const done = await policies.cycles.advanceAll(run.signal);
  await policies.tellFailures();
  return `${done.policies} policies, ${done.sessions} sessions, ${done.cycles} cycles, ${done.failed} failed`;
}
