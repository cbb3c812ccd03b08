import { announce, type DbTransaction } from '../platform/index.ts';
import { admittedUsers, PAUSED_PEOPLE } from './admission.ts';
import { ApiTokenModel, type UserModel } from './models.ts';

/** The `sessionId` of whoever asks with a token: the end of a token is announced like that of a session. */
export function sessionOfToken(id: string): string {
  return `token:${id}`;
}

/** The user's tokens, oldest first. */
export async function listApiTokens(trx: DbTransaction): Promise<ApiTokenModel[]> {
  return await ApiTokenModel.query(trx).orderBy('id');
}

export async function insertApiToken(
  trx: DbTransaction,
  row: Pick<ApiTokenModel, 'owner_user_id' | 'name' | 'access' | 'token_hash' | 'last4' | 'created_at'>,
): Promise<ApiTokenModel> {
  return await ApiTokenModel.query(trx).insert(row).returning('*');
}

/** Deletes one of the user's tokens and tells every process; answers what it was, undefined where there is none. */
export async function deleteApiToken(
  trx: DbTransaction,
  userId: string,
  id: string,
): Promise<ApiTokenModel | undefined> {
  const gone = (await ApiTokenModel.query(trx)
    .delete()
    .where({ id })
    .returning('*')) as unknown as ApiTokenModel[];
  if (gone.length > 0)
    await announce(trx, {
      channel: 'session_ended',
      payload: { session_id: sessionOfToken(id), user_id: userId },
    });
  return gone[0];
}

/** A live token with its person. */
type TokenOwner = Pick<ApiTokenModel, 'id' | 'access'> & { user: UserModel };

/** The live ones of these tokens, by their hash. */
export async function findApiTokens(
  trx: DbTransaction,
  hashes: readonly string[],
): Promise<Map<string, TokenOwner>> {
  const found = (await admittedUsers(trx)
    .join('identity.api_tokens as token', 'token.owner_user_id', 'identity.users.id')
    .whereIn('token.token_hash', [...hashes])
    .select(
      'identity.users.*',
      'token.id as token_id',
      'token.access as access',
      'token.token_hash as hash',
    )) as (UserModel & { token_id: string; access: ApiTokenModel['access']; hash: string })[];
  return new Map(found.map((user) => [user.hash, { id: user.token_id, access: user.access, user }]));
}

/** True for a token whose person is paused. */
export async function isOfPausedPerson(trx: DbTransaction, hash: string): Promise<boolean> {
  const token = await ApiTokenModel.query(trx)
    .where({ token_hash: hash })
    .whereIn('owner_user_id', trx.raw(PAUSED_PEOPLE))
    .select('id')
    .first();
  return token !== undefined;
}

/** Ends all tokens of a person and tells every process. */
export async function deleteApiTokens(trx: DbTransaction, userId: string): Promise<void> {
  const gone = (await ApiTokenModel.query(trx)
    .delete()
    .where({ owner_user_id: userId })
    .returning('id')) as unknown as Pick<ApiTokenModel, 'id'>[];
  for (const { id } of gone)
    await announce(trx, {
      channel: 'session_ended',
      payload: { session_id: sessionOfToken(id), user_id: userId },
    });
}

/** Writes when a token was used, unless another process has done so since `before`. */
export async function markApiTokenUsed(
  trx: DbTransaction,
  id: string,
  now: Date,
  before: Date,
): Promise<void> {
  await ApiTokenModel.query(trx)
    .patch({ last_used_at: now })
    .where({ id })
    .where((unused) => void unused.whereNull('last_used_at').orWhere('last_used_at', '<=', before));
}
