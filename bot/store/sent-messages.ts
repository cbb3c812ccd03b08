import type { Place, Stores, Who } from '../ports.ts';

/** Telegram lets a bot take back its messages for 48 hours. */
const KEPT_HOURS = 48;

/** The bot's own recent messages in a chat. */
export interface SentMessages {
  note(
    who: Pick<Who, 'userId'>,
    place: Pick<Place, 'transport' | 'chatId'>,
    messageIds: number[],
  ): Promise<void>;
  /** Newest first, within the time in which they can still be taken back. */
  recent(who: Who, place: Place): Promise<number[]>;
  forget(who: Who, place: Place, messageIds: number[]): Promise<void>;
}

export function createSentMessages({ database, clock }: Stores): SentMessages {
  const since = () => new Date(clock.now().getTime() - KEPT_HOURS * 3_600_000);
  const here = (place: Pick<Place, 'transport' | 'chatId'>) => ({
    transport: place.transport,
    chat_id: place.chatId,
  });
  return {
    async note(who, place, messageIds) {
      if (messageIds.length === 0) return;
      const rows = messageIds.map((message_id) => ({
        ...here(place),
        owner_user_id: who.userId,
        message_id,
        sent_at: clock.now(),
      }));
      await database.asUser(who.userId, (trx) =>
        trx('chat.bot_message').insert(rows).onConflict(['transport', 'chat_id', 'message_id']).ignore(),
      );
    },
    async recent(who, place) {
      const rows = await database.asUser(who.userId, (trx) =>
        trx('chat.bot_message')
          .where(here(place))
          .where('sent_at', '>', since())
          .orderBy('message_id', 'desc')
          .select<{ message_id: string }[]>('message_id'),
      );
      return rows.map((row) => Number(row.message_id));
    },
    async forget(who, place, messageIds) {
      await database.asUser(who.userId, (trx) =>
        trx('chat.bot_message')
          .where(here(place))
          .where((either) => void either.whereIn('message_id', messageIds).orWhere('sent_at', '<=', since()))
          .delete(),
      );
    },
  };
}
