import { announce, type DbTransaction } from '../platform/index.ts';
import { admittedUsers } from './admission.ts';
import type { StoredLoginCode } from './login-code.ts';
import { LoginCodeModel, SessionModel, UserModel } from './models.ts';

/** SQL of the id of the sample that a person of `identity.users` looks at. */
const SHOWN_SAMPLE = `select made_up.id from identity.users made_up
  where made_up.sample_of = identity.users.id and made_up.sample_ready_at is not null`;

/** The user of a login; nobody for one who is paused. */
export async function findUser(trx: DbTransaction, login: string): Promise<UserModel | undefined> {
  return await admittedUsers(trx).findOne({ login });
}

/** Whether the user has signed in; sessions are kept for 30 days after they expired. */
export async function hasSignedIn(trx: DbTransaction, userId: string): Promise<boolean> {
  return (await SessionModel.query(trx).findOne({ owner_user_id: userId })) !== undefined;
}

/** Makes whatever issues or tries a code of the user wait for the end of the transaction. */
export async function lockUser(trx: DbTransaction, userId: string): Promise<void> {
  await UserModel.query(trx).findById(userId).forNoKeyUpdate();
}

/** The user's codes that have not expired. */
export async function readLoginCodes(
  trx: DbTransaction,
  userId: string,
  now: Date,
): Promise<StoredLoginCode[]> {
  return await LoginCodeModel.query(trx)
    .where('owner_user_id', userId)
    .where('expires_at', '>', now)
    .orderBy('id');
}

/** The same, locked until the end of the transaction. */
export async function lockLoginCodes(
  trx: DbTransaction,
  userId: string,
  now: Date,
): Promise<StoredLoginCode[]> {
  return await LoginCodeModel.query(trx)
    .where('owner_user_id', userId)
    .where('expires_at', '>', now)
    .orderBy('id')
    .forUpdate();
}

/**
 * Writes a new code. It takes the place of those of its asker, and of the address from which clients without a cookie
 * try the newest; what has expired goes. The user's row is locked by the caller.
 */
export async function putLoginCode(
  trx: DbTransaction,
  row: Pick<
    LoginCodeModel,
    'owner_user_id' | 'asker' | 'address' | 'code_hash' | 'is_long' | 'expires_at' | 'created_at'
  >,
  replaced: readonly string[],
): Promise<void> {
  const { owner_user_id, address, created_at } = row;
  await LoginCodeModel.query(trx)
    .delete()
    .where({ owner_user_id })
    .where((codes) => void codes.whereIn('asker', replaced).orWhere('expires_at', '<=', created_at));
  if (address !== null)
    await LoginCodeModel.query(trx).patch({ address: null }).where({ owner_user_id, address });
  await LoginCodeModel.query(trx).insert({ ...row, tries: {} });
}

export async function countTry(trx: DbTransaction, code: StoredLoginCode, as: string): Promise<void> {
  await LoginCodeModel.query(trx)
    .findById(code.id)
    .patch({ tries: { ...code.tries, [as]: (code.tries[as] ?? 0) + 1 } });
}

export async function markUsed(trx: DbTransaction, codeId: string, now: Date): Promise<void> {
  await LoginCodeModel.query(trx).findById(codeId).patch({ used_at: now });
}

/** Adds wrong tries at six-digit codes; `browser` is '' for strangers. @param day YYYY-MM-DD */
export async function addTries(
  trx: DbTransaction,
  row: { owner_user_id: string; day: string; browser: string; tries: number },
): Promise<void> {
  await trx('identity.sign_in_tries')
    .insert(row)
    .onConflict(['owner_user_id', 'day', 'browser'])
    .merge({ tries: trx.raw('sign_in_tries.tries + excluded.tries') });
}

/** Wrong tries since two days, YYYY-MM-DD each; `browser` is '' for those of strangers. */
export async function countTries(
  trx: DbTransaction,
  userId: string,
  browser: string,
  since: { yearly: string; recent: string },
): Promise<{ yearly: number; recent: number }> {
  const { rows } = await trx.raw<{ rows: { yearly: number; recent: number }[] }>(
    `select coalesce(sum(tries), 0)::int as yearly,
            coalesce(sum(tries) filter (where day >= :recent), 0)::int as recent
       from identity.sign_in_tries
      where owner_user_id = :userId and browser = :browser and day >= :yearly`,
    { userId, browser, ...since },
  );
  return rows[0] ?? { yearly: 0, recent: 0 };
}

/** The user's sessions that have neither ended nor expired, oldest first. */
export async function listSessions(trx: DbTransaction, userId: string, now: Date): Promise<SessionModel[]> {
  return await SessionModel.query(trx)
    .where('owner_user_id', userId)
    .whereNull('ended_at')
    .where('expires_at', '>', now)
    .orderBy('created_at');
}

export async function insertSession(
  trx: DbTransaction,
  userId: string,
  id: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await SessionModel.query(trx).insert({ id, owner_user_id: userId, created_at: now, expires_at: expiresAt });
}

/**
 * Ends the user's sessions (one of them, or all but one) and tells every process, so that their sockets close. A browser whose
 * session another one replaced keeps its notices until that session would have expired; otherwise they end with it.
 */
export async function endSessions(
  trx: DbTransaction,
  { id, except, owner_user_id }: { owner_user_id: string; id?: string; except?: string | null },
  reason: 'replaced' | 'signed_out',
  now: Date,
): Promise<string[]> {
  const sessions = SessionModel.query(trx)
    .patch({ ended_at: now, ended_reason: reason })
    .where({ owner_user_id, ...(id === undefined ? {} : { id }) })
    .whereNull('ended_at');
  if (except !== undefined && except !== null) void sessions.whereNot({ id: except });
  const ended = await sessions.returning('id');
  for (const one of ended as unknown as { id: string }[]) {
    await announce(trx, {
      channel: 'session_ended',
      payload: { session_id: one.id, user_id: owner_user_id },
    });
  }
  return (ended as unknown as { id: string }[]).map((one) => one.id);
}

/** The person who signed in, and the sample that they look at; null for their own figures. */
interface LiveSession {
  user: UserModel;
  sampleId: string | null;
}

/** Sessions among these that have neither ended nor expired, by id. */
export async function findLiveSessions(
  trx: DbTransaction,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, LiveSession>> {
  const users = (await admittedUsers(trx)
    .join('identity.sessions as session', 'session.owner_user_id', 'identity.users.id')
    .whereIn('session.id', [...ids])
    .whereNull('session.ended_at')
    .where('session.expires_at', '>', now)
    .select(
      'identity.users.*',
      'session.id as session_id',
      trx.raw(`(${SHOWN_SAMPLE})::text as sample_id`),
    )) as (UserModel & {
    session_id: string;
    sample_id: string | null;
  })[];
  return new Map(users.map((user) => [user.session_id, { user, sampleId: user.sample_id }]));
}

/**
 * Gives a live session a new end, unless it has one after `dueBefore` already. One conditional update: a session that ended
 * meanwhile stays ended. Answers the new end; null where nothing was written.
 */
export async function renewSession(
  trx: DbTransaction,
  id: string,
  now: Date,
  dueBefore: Date,
  until: Date,
): Promise<Date | null> {
  const renewed = (await SessionModel.query(trx)
    .patch({ expires_at: until })
    .where({ id })
    .whereNull('ended_at')
    .where('expires_at', '>', now)
    .where('expires_at', '<', dueBefore)
    .returning('expires_at')) as unknown as Pick<SessionModel, 'expires_at'>[];
  return renewed[0]?.expires_at ?? null;
}

/** When a live session ends; null for one that has ended or expired. */
export async function sessionEnd(trx: DbTransaction, id: string, now: Date): Promise<Date | null> {
  const session = await SessionModel.query(trx)
    .findById(id)
    .whereNull('ended_at')
    .where('expires_at', '>', now)
    .select('expires_at');
  return session?.expires_at ?? null;
}
