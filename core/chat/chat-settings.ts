import type { Context } from '../context.ts';

/** How much an answer tells. */
export type Format = 'compact' | 'detailed';

/** The chat a setting belongs to. */
export interface ChatPlace {
  transport: 'telegram' | 'local';
  chatId: string;
}

/** What a chat has chosen for itself. */
export interface ChatSettings {
  format(userId: string, place: ChatPlace): Promise<Format>;
  setFormat(userId: string, place: ChatPlace, format: Format): Promise<void>;
}

export function createChatSettings({ database, clock }: Pick<Context, 'database' | 'clock'>): ChatSettings {
  return {
    async format(userId, place) {
      const row = await database.asUser(userId, (trx) =>
        trx('chat.chat_setting')
          .where({ transport: place.transport, chat_id: place.chatId })
          .first<{ format: Format } | undefined>('format'),
      );
      return row?.format ?? 'detailed';
    },
    async setFormat(userId, place, format) {
      await database.asUser(userId, (trx) =>
        trx('chat.chat_setting')
          .insert({
            owner_user_id: userId,
            transport: place.transport,
            chat_id: place.chatId,
            format,
            updated_at: clock.now(),
          })
          .onConflict(['owner_user_id', 'transport', 'chat_id'])
          .merge(['format', 'updated_at']),
      );
    },
  };
}
