import type { Context } from '../platform/index.ts';
import type { Format } from './inputs.ts';

/** The person and the chat that a setting belongs to. */
interface ChatPlace {
  transport: 'telegram' | 'local';
  chatId: string;
  chatUserId: string;
}

/** On whose behalf a setting is made: of those who share a chat, only the owner decides for others. */
interface ChatPerson {
  userId: string;
  role: 'owner' | 'approver' | 'viewer' | 'sample';
}

/** What a chat, or one person in it, has chosen. */
export interface ChatSettings {
  /** The person's own choice, else that of the chat. */
  format(who: Pick<ChatPerson, 'userId'>, place: ChatPlace): Promise<Format>;
  /** An owner sets it for the chat, anybody else for themselves alone. */
  setFormat(who: ChatPerson, place: ChatPlace, format: Format): Promise<void>;
}

/** Stands for all people of a chat. */
const EVERYBODY = '';

export function createChatSettings({ database, clock }: Pick<Context, 'database' | 'clock'>): ChatSettings {
  const chat = ({ transport, chatId }: ChatPlace) => ({ transport, chat_id: chatId });
  return {
    async format({ userId }, place) {
      const row = await database.readAsUser(userId, (trx) =>
        trx('chat.chat_setting')
          .where(chat(place))
          .whereIn('chat_user_id', [EVERYBODY, place.chatUserId])
          .orderBy('chat_user_id', 'desc')
          .first<{ format: Format } | undefined>('format'),
      );
      return row?.format ?? 'detailed';
    },
    async setFormat({ userId, role }, place, format) {
      const updated_at = clock.now();
      await database.asUser(userId, async (trx) => {
        const chat_user_id = role === 'owner' ? EVERYBODY : place.chatUserId;
        await trx('chat.chat_setting')
          .insert({ owner_user_id: userId, ...chat(place), chat_user_id, format, updated_at })
          .onConflict(['owner_user_id', 'transport', 'chat_id', 'chat_user_id'])
          .merge(['format', 'updated_at']);
        // What they chose for themselves before they were the owner would stand before it.
        if (role === 'owner')
          await trx('chat.chat_setting')
            .where({ ...chat(place), chat_user_id: place.chatUserId })
            .update({ format, updated_at });
      });
    },
  };
}
