import { type Context, createSharedRead, type DbTransaction, Problem } from '../platform/index.ts';
import { UserModel } from './models.ts';
import { createSessionCache, sessionOfPerson } from './session-cache.ts';

/**
 * People who may use the installation: neither paused nor removed, and not made up. Every check of a key or session reads
 * people through this query, so a paused person's keys stop working at once and work again after the pause.
 */
export const admittedUsers = (trx: DbTransaction) =>
  UserModel.query(trx).whereNull('identity.users.paused_at').whereNull('identity.users.sample_of');

/** The same people, and samples that are complete: everyone whose figures can be shown. */
export const shownPeople = (trx: DbTransaction) =>
  UserModel.query(trx)
    .whereNull('paused_at')
    .where((people) => void people.whereNull('sample_of').orWhereNotNull('sample_ready_at'));

/** SQL of the ids of paused people: nothing is begun for them. */
export const PAUSED_PEOPLE = 'select id from identity.users where paused_at is not null';

/** The refusal of a key whose person is paused. */
export const pausedPerson = (): Problem =>
  new Problem(
    401,
    'PERSON_PAUSED',
    'Access of this person is paused. Ask the owner of this installation to let them in again.',
  );

/**
 * Makes sure, within a transaction that makes a key, that the person is not shut out. The transaction holds the topic
 * `settings` or the row of the person: then a pause under way is waited for, and one that comes later finds the key.
 * @throws Problem 401 PERSON_PAUSED
 */
export async function refuseShutOut(trx: DbTransaction, userId: string): Promise<void> {
  const user = await UserModel.query(trx).findById(userId).whereNull('paused_at');
  if (user === undefined) throw pausedPerson();
}

/** SQL of the ids of made-up people. Market data are fetched only for real people. */
export const SAMPLE_PEOPLE = 'select id from identity.users where sample_of is not null';

const NEVER = new Date(8_640_000_000_000_000);
const USER_ID = /^\d{1,18}$/;

/** Tells doors with keys of their own, such as that of trading processes, whether their person may still come in. */
export function createAdmission({ clock, database, listener }: Context) {
  const cache = createSessionCache(listener, clock);
  const admitted = createSharedRead((ids) =>
    database.readAsSystem(
      'whether people may come in',
      async (trx) =>
        new Map((await admittedUsers(trx).whereIn('id', [...ids])).map((user) => [user.id, user])),
    ),
  );
  const state = createSharedRead((ids) =>
    database.readAsSystem(
      'whether people are paused',
      async (trx) =>
        new Map(
          (
            await UserModel.query(trx)
              .whereIn('id', [...ids])
              .select('id', 'paused_at')
          ).map((user) => [user.id, user.paused_at === null ? ('there' as const) : ('paused' as const)]),
        ),
    ),
  );
  return {
    /** False for a person who is paused or removed, at once in every process. Usually no query. @throws Problem 503 */
    async isAdmitted(userId: string): Promise<boolean> {
      if (cache.get(userId) !== null) return true;
      const readAt = cache.generation;
      const user = USER_ID.test(userId) ? await admitted(userId) : undefined;
      if (user === undefined) return false;
      const { login, name } = user;
      const sessionId = sessionOfPerson(userId);
      cache.put(userId, { userId, login, name, sessionId, expiresAt: NEVER }, readAt);
      return true;
    },
    /** True for a person who is paused, and for none who is removed or made up. One query. @throws Problem 503 */
    isPaused: async (userId: string): Promise<boolean> =>
      USER_ID.test(userId) && (await state(userId)) === 'paused',
    /**
     * False for a person who is paused or removed, also where this process has not heard of it yet; true for samples. One
     * query. @throws Problem 503
     */
    isThere: async (userId: string): Promise<boolean> =>
      USER_ID.test(userId) && (await state(userId)) === 'there',
    forgetPerson: (userId: string) => cache.forgetPerson(userId),
    close: () => cache.close(),
  };
}
