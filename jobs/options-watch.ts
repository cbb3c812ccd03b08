import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Looks at every options workspace for what its owner should hear of, and for what changes by the time alone. Each notice
 * comes once, however often the round is repeated.
 */
export async function watchOptions(
  { options }: Pick<JobContext, 'options'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  const { workspaces, told, failed } = await options.watch.round(run.signal);
  return `${workspaces} workspaces, ${told} told, ${failed} failed`;
}
