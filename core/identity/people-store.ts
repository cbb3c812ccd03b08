import { announce, type DbTransaction } from '../platform/index.ts';
import { sessionOfPerson } from './admission.ts';
import { sessionOfToken } from './api-token-store.ts';
import { UserModel } from './models.ts';
import { endSessions } from './sign-in-store.ts';

/** A person with what the owner of the installation may know of them. */
export interface PersonRow {
  id: string;
  login: string;
  name: string;
  created_at: Date;
  paused_at: Date | null;
  has_signed_in: boolean;
  has_chat: boolean;
  in_household: boolean;
}

/** All real people, oldest first. */
export async function readPeople(trx: DbTransaction): Promise<PersonRow[]> {
  const { rows } = await trx.raw<{ rows: PersonRow[] }>(
    `select u.id::text, u.login, u.name, u.created_at, u.paused_at,
       exists (select from identity.sessions s where s.owner_user_id = u.id) as has_signed_in,
       exists (select from identity.chat_links l where l.owner_user_id = u.id and l.revoked_at is null) as has_chat,
       exists (select from identity.household_members m where m.owner_user_id = u.id) as in_household
     from identity.users u where u.sample_of is null order by u.id`,
  );
  return rows;
}

/** Ends whatever lets a person in: sessions, codes, and keys of programs for as long as the person is paused. */
export async function shutOut(trx: DbTransaction, userId: string, now: Date): Promise<void> {
  await endSessions(trx, { owner_user_id: userId }, 'signed_out', now);
  for (const codes of ['identity.login_codes', 'identity.link_codes'])
    await trx(codes).where({ owner_user_id: userId }).delete();
  const tokens = (await trx('identity.api_tokens').where({ owner_user_id: userId }).select('id')) as {
    id: string;
  }[];
  // The tokens stay; what processes remember of them does not.
  for (const session_id of [sessionOfPerson(userId), ...tokens.map(({ id }) => sessionOfToken(id))])
    await announce(trx, { channel: 'session_ended', payload: { session_id, user_id: userId } });
}

export async function setPaused(trx: DbTransaction, userId: string, pausedAt: Date | null): Promise<void> {
  await UserModel.query(trx).findById(userId).patch({ paused_at: pausedAt });
}

/** Deletes a person with everything that belongs to them. */
export async function deletePerson(trx: DbTransaction, userId: string): Promise<void> {
  await UserModel.query(trx).deleteById(userId);
}

/** Joins the household, or leaves it. @returns whether that changed anything. */
export async function setHousehold(
  trx: DbTransaction,
  userId: string,
  agreedAt: Date | null,
): Promise<boolean> {
  if (agreedAt === null)
    return (await trx('identity.household_members').where({ owner_user_id: userId }).delete()) > 0;
  const added = (await trx('identity.household_members')
    .insert({ owner_user_id: userId, agreed_at: agreedAt })
    .onConflict('owner_user_id')
    .ignore()
    .returning('owner_user_id')) as unknown[];
  return added.length > 0;
}
