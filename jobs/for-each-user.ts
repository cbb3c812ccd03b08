import type { Run } from './job.ts';
import type { JobContext } from './job-context.ts';

/**
 * Does something for each person, one after the other. One person's failure does not keep it from the others; the first
 * one is thrown at the end, so that the run is tried again.
 */
export async function forEachUser(
  { identity, log }: Pick<JobContext, 'identity' | 'log'>,
  { signal }: Pick<Run, 'signal'>,
  failure: string,
  work: (userId: string) => Promise<void>,
): Promise<void> {
  let failed: unknown = null;
  for (const user of await identity.users.list()) {
    signal.throwIfAborted();
    try {
      await work(user.id);
    } catch (error) {
      log.error({ err: error, user_id: user.id }, failure);
      failed ??= error;
    }
  }
  if (failed !== null) throw failed instanceof Error ? failed : new Error(failure);
}
