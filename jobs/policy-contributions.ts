import type { JobContext } from './job-context.ts';
import type { Run } from './job.ts';

/**
 * Instalments of schedules: their rows come into being some weeks ahead, and those of policies that trade fall due on their
 * day in India. What fell due is told once, whoever comes first.
 */
export async function runPolicyContributions(
  { policies, config }: Pick<JobContext, 'policies' | 'config'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  if (!config.POLICY_WORKER_ENABLED) return 'switched off by POLICY_WORKER_ENABLED';
  const { policies: count, due, skipped } = await policies.contributions.round(run.signal);
  return `${count} policies with schedules, ${due} instalments due, ${skipped} skipped`;
}
