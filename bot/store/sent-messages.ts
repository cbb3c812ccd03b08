import type { Place, Stores, Who } from '../ports.ts';

/** Telegram lets a bot take back its messages for 48 hours. */
const KEPT_HOURS = 48;

/** Where a message stands, and whom it answers; nobody in particular where that is left out, as with a push. */
type Spot = Pick<Place, 'transport' | 'chatId'> & Partial<Pick<Place, 'chatUserId'>>;

/** The bot's own recent messages in a chat. */
export interface SentMessages {
  note(who: Pick<Who, 'userId'>, place: Spot, messageIds: number[]): Promise<void>;
  /**
   * Those that the person may take away, newest first, within the time in which they can still be taken back: an owner all of
   * them, anybody else what was sent for them. In a chat of their own that is everything; among others it is what answers them.
   */
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
        chat_user_id: place.chatUserId ?? null,
        message_id,
        sent_at: clock.now(),
      }));
      await database.asUser(who.userId, (trx) =>
        trx('chat.bot_message')
          .insert(rows)
          .onConflict(['transport', 'chat_id', 'message_id', 'owner_user_id'])
          .ignore(),
      );
    },
    async recent(who, place) {
      const isForAll = who.role === 'owner' || !place.isGroup;
      const rows = await database.readAsUser(who.userId, (trx) =>
        trx('chat.bot_message')
          .where({ ...here(place), ...(isForAll ? {} : { chat_user_id: place.chatUserId }) })
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
