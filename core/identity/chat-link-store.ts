import { lockWithin, type DbTransaction } from '../platform/index.ts';
import { admittedUsers } from './admission.ts';
import { ChatLinkModel, type ChatRole, LinkCodeModel, type Transport } from './models.ts';

/** Where a message comes from, or goes to. */
interface ChatPlace {
  transport: Transport;
  chatId: string;
  /** null: the chat as a whole. */
  chatUserId: string | null;
}

export async function insertLinkCode(
  trx: DbTransaction,
  row: { code_hash: string; owner_user_id: string; role: ChatRole; expires_at: Date; created_at: Date },
): Promise<void> {
  await LinkCodeModel.query(trx).insert(row);
}

/** Uses a code up: of two callers with the same code one gets the row, the other nothing. */
export async function takeLinkCode(
  trx: DbTransaction,
  codeHash: string,
  now: Date,
): Promise<LinkCodeModel | undefined> {
  const taken = await LinkCodeModel.query(trx)
    .patch({ used_at: now })
    .where('code_hash', codeHash)
    .whereNull('used_at')
    .where('expires_at', '>', now)
    .whereIn('owner_user_id', admittedUsers(trx).select('id'))
    .returning('*');
  return (taken as unknown as LinkCodeModel[])[0];
}

/** The link of exactly this person in this chat that has not been revoked. */
export async function findActiveLink(
  trx: DbTransaction,
  place: ChatPlace,
): Promise<ChatLinkModel | undefined> {
  const query = ChatLinkModel.query(trx)
    .where({ transport: place.transport, chat_id: place.chatId })
    .whereNull('revoked_at')
    .first();
  return await (place.chatUserId === null
    ? query.whereNull('chat_user_id')
    : query.where('chat_user_id', place.chatUserId));
}

/** Makes a link, in the place of an earlier one of the same person in the same chat. */
export async function putLink(
  trx: DbTransaction,
  userId: string,
  place: ChatPlace,
  role: ChatRole,
  title: string | null,
  now: Date,
  isConfigured = false,
): Promise<ChatLinkModel> {
  const name = `${place.transport}:${place.chatId}:${place.chatUserId}`;
  await lockWithin(trx, { kind: 'chat_link', name });
  const earlier = await findActiveLink(trx, place);
  if (earlier !== undefined) await ChatLinkModel.query(trx).findById(earlier.id).patch({ revoked_at: now });
  return await ChatLinkModel.query(trx)
    .insert({
      owner_user_id: userId,
      transport: place.transport,
      chat_id: place.chatId,
      chat_user_id: place.chatUserId,
      role,
      title,
      is_configured: isConfigured,
      created_at: now,
    })
    .returning('*');
}

/** A user's links that have not been revoked, oldest first. */
export async function listLinks(trx: DbTransaction, userId: string): Promise<ChatLinkModel[]> {
  return await ChatLinkModel.query(trx).where('owner_user_id', userId).whereNull('revoked_at').orderBy('id');
}

/** Revokes all links of a user. */
export async function revokeLinks(trx: DbTransaction, userId: string, now: Date): Promise<void> {
  await ChatLinkModel.query(trx)
    .patch({ revoked_at: now })
    .where('owner_user_id', userId)
    .whereNull('revoked_at');
}

/** Revokes links that the settings made of chats other than this one; null: of all chats. @returns their chat ids. */
export async function revokeConfiguredLinks(
  trx: DbTransaction,
  except: string | null,
  now: Date,
): Promise<string[]> {
  const query = ChatLinkModel.query(trx)
    .patch({ revoked_at: now })
    .where({ is_configured: true })
    .whereNull('revoked_at');
  if (except !== null) void query.whereNot('chat_id', except);
  const revoked = (await query.returning('chat_id')) as unknown as ChatLinkModel[];
  return revoked.map(({ chat_id }) => chat_id);
}

/** Answers how many links were revoked: 0 when the link is another owner's, or already gone. */
export async function revokeLink(trx: DbTransaction, id: string, now: Date): Promise<number> {
  return await ChatLinkModel.query(trx).patch({ revoked_at: now }).where({ id }).whereNull('revoked_at');
}
