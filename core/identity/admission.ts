import { type Context, createSharedRead, type DbTransaction } from '../platform/index.ts';
import { UserModel } from './models.ts';
import { createSessionCache } from './session-cache.ts';

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

/** SQL of the ids of made-up people. Market data are fetched only for real people. */
export const SAMPLE_PEOPLE = 'select id from identity.users where sample_of is not null';

/** The `sessionId` under which the end of a person's admission is announced, for keys that are no sessions. */
export const sessionOfPerson = (userId: string): string => `person:${userId}`;

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
    forgetPerson: (userId: string) => cache.forgetPerson(userId),
    close: () => cache.close(),
  };
}
