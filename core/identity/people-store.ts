import type { DbTransaction } from '../platform/index.ts';
import { UserModel } from './models.ts';

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

/** Pauses a person, or lets them in again. @returns false for one who was paused before; the moment stays. */
export async function setPaused(trx: DbTransaction, userId: string, pausedAt: Date | null): Promise<boolean> {
  const rows = UserModel.query(trx).findById(userId).patch({ paused_at: pausedAt });
  return (await (pausedAt === null ? rows : rows.whereNull('paused_at'))) > 0;
}

/**
 * Deletes a person with everything that belongs to them. Whoever is at the row of the person, or adds a row of theirs, is over
 * before; what comes later has no person to refer to.
 */
export async function deletePerson(trx: DbTransaction, userId: string): Promise<void> {
  await UserModel.query(trx).findById(userId).forUpdate();
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
