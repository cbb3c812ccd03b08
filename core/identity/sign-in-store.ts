import { announce, type Transaction } from '../platform/index.ts';
import type { StoredLoginCode } from './login-code.ts';
import { LoginCodeModel, SessionModel, UserModel } from './models.ts';

/** The user of a login. `lock` makes everything else that signs this user in wait for the end of the transaction. */
export async function findUser(
  trx: Transaction,
  login: string,
  lock = false,
): Promise<UserModel | undefined> {
  const query = UserModel.query(trx).findOne({ login });
  return lock ? await query.forNoKeyUpdate() : await query;
}

/** Puts a new code in the place of the user's earlier one. */
export async function putLoginCode(
  trx: Transaction,
  userId: string,
  codeHash: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await LoginCodeModel.query(trx)
    .insert({
      owner_user_id: userId,
      code_hash: codeHash,
      expires_at: expiresAt,
      tries: 0,
      used_at: null,
      created_at: now,
    } as never)
    .onConflict('owner_user_id')
    .merge(['code_hash', 'expires_at', 'tries', 'used_at', 'created_at']);
}

/** The user's newest code, locked until the end of the transaction. */
export async function lockLoginCode(trx: Transaction, userId: string): Promise<StoredLoginCode | undefined> {
  return await LoginCodeModel.query(trx).findById(userId).forUpdate();
}

export async function countTry(trx: Transaction, userId: string): Promise<void> {
  await LoginCodeModel.query(trx).findById(userId).increment('tries', 1);
}

export async function markUsed(trx: Transaction, userId: string, now: Date): Promise<void> {
  await LoginCodeModel.query(trx).findById(userId).patch({ used_at: now });
}

export async function insertSession(
  trx: Transaction,
  userId: string,
  id: string,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await SessionModel.query(trx).insert({ id, owner_user_id: userId, created_at: now, expires_at: expiresAt });
}

/** Ends the user's sessions (or one of them) and tells every process, so that their sockets close. */
export async function endSessions(
  trx: Transaction,
  where: { owner_user_id: string; id?: string },
  reason: 'replaced' | 'signed_out',
  now: Date,
): Promise<string[]> {
  const ended = await SessionModel.query(trx)
    .patch({ ended_at: now, ended_reason: reason })
    .where(where)
    .whereNull('ended_at')
    .returning('id');
  for (const { id } of ended as unknown as { id: string }[]) {
    await announce(trx, {
      channel: 'session_ended',
      payload: { session_id: id, user_id: where.owner_user_id },
    });
  }
  return (ended as unknown as { id: string }[]).map(({ id }) => id);
}

/** The users of those of these sessions that have neither ended nor expired, by the id of the session. */
export async function findLiveSessions(
  trx: Transaction,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, UserModel>> {
  const users = (await UserModel.query(trx)
    .join('identity.sessions as session', 'session.owner_user_id', 'identity.users.id')
    .whereIn('session.id', [...ids])
    .whereNull('session.ended_at')
    .where('session.expires_at', '>', now)
    .select('identity.users.*', 'session.id as session_id')) as (UserModel & { session_id: string })[];
  return new Map(users.map((user) => [user.session_id, user]));
}
