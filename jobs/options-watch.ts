import { Problem } from '../core/platform/index.ts';
import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Looks at every options workspace for what its owner should hear of, and for what changes by the time alone. Each notice
 * comes once, however often the round is repeated. While the store is away there is nothing to look at: the next round comes
 * in a minute, and readiness tells of the store.
 */
export async function watchOptions(
  { options }: Pick<JobContext, 'options'>,
  run: Pick<Run, 'signal'>,
): Promise<string> {
  try {
    const { workspaces, told, failed } = await options.watch.round(run.signal);
    return `${workspaces} workspaces, ${told} notified, ${failed} failed`;
  } catch (error) {
    if (error instanceof Problem && error.code === 'OPTIONS_UNAVAILABLE')
      return 'the options workspace is away';
    throw error;
  }
}
