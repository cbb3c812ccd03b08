import type { PersonalRun, SharedPeople } from './job.ts';
import type { JobContext } from './job-context.ts';
import { type Counts, type PeoplePart, type PeopleWork, workThrough } from './people-part.ts';

/**
 * Works for each person. A recorded run is shared with other processes and continues where its last attempt ended; other runs
 * take one person after the other. One person's failure does not stop the others; the run then fails, and its next attempt
 * retries the people who failed.
 * @param failure begins the error: "reports could not be created".
 * @param zeros names of the counts.
 * @param who selects the people with work to do, by one query for all.
 * @returns the sums over all people and attempts.
 */
export async function forEachUser<Sums extends Record<string, number>>(
  context: Pick<JobContext, 'identity' | 'log'>,
  run: PersonalRun,
  failure: string,
  zeros: Sums,
  work: (userId: string) => Promise<Partial<Sums>>,
  who: (everybody: string[]) => Promise<string[]> = (everybody) => Promise.resolve(everybody),
): Promise<Sums> {
  const one: PeopleWork = async ([userId = '']) => ({
    done: [userId],
    counts: (await work(userId)) as Counts,
  });
  return await forEachGroup(context, run, failure, zeros, { work: one, who, most: 1 });
}

/** `forEachUser` by work for several people at once. A failed group is repeated person by person. */
export async function forEachGroup<Sums extends Record<string, number>>(
  { identity, log }: Pick<JobContext, 'identity' | 'log'>,
  { signal, people }: PersonalRun,
  failure: string,
  zeros: Sums,
  { work, who, most }: { work: PeopleWork; who: (everybody: string[]) => Promise<string[]>; most: number },
): Promise<Sums> {
  const everybody = async () => (await identity.users.list()).map(({ id }) => id);
  const shared = people ?? inTurn(signal);
  const result = await shared.each(
    async () => await who(await everybody()),
    async (userIds) => {
      try {
        return await work(userIds);
      } catch (error) {
        if (!signal.aborted && userIds.length === 1) log.error({ err: error, user_id: userIds[0] }, failure);
        throw error;
      }
    },
    most,
  );
  if (result.failed.length > 0 && !shared.isHelp) {
    // A deleted person needs no other attempt.
    const known = new Set(await everybody());
    const failed = result.failed.filter((id) => known.has(id)).length;
    if (failed > 0)
      throw new Error(`${failure} for ${failed} ${failed === 1 ? 'person' : 'people'}: ${result.error}`);
  }
  return { ...zeros, ...result.counts };
}

/** Selects the people that a query finds. */
export const onlyOwners =
  (find: () => Promise<readonly string[]>) =>
  async (everybody: string[]): Promise<string[]> => {
    const owners = new Set(await find());
    return everybody.filter((id) => owners.has(id));
  };

/** Everybody in one process, without a record. */
function inTurn(signal: AbortSignal): SharedPeople {
  return {
    isHelp: false,
    async each(who, work, most) {
      const part: PeoplePart = { people: [...(await who())], failed: [], counts: {}, error: null };
      while (part.people.length > 0 && !signal.aborted) await workThrough(part, work, { most, signal });
      signal.throwIfAborted();
      return part;
    },
  };
}
