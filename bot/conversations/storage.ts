import type { ConversationData, VersionedState } from '@grammyjs/conversations';
import type { ChatContext } from '../context.ts';
import type { Stores } from '../ports.ts';
import { DAY_MS } from '../../core/platform/index.ts';

/** A dialogue left alone for a day is forgotten: its answers would no longer be what the person had in mind. */
const FORGOTTEN_AFTER_MS = DAY_MS;

/** Keeps where each dialogue stands, one row per person and chat, under that person's row-level security. */
export function createConversationStorage({ database, clock }: Stores) {
  const key = (ctx: ChatContext) => ({
    owner_user_id: ctx.who.userId,
    transport: ctx.place.transport,
    chat_id: ctx.place.chatId,
    chat_user_id: ctx.place.chatUserId,
  });
  return {
    type: 'context' as const,
    // Higher when dialogues do other things in another order: what an earlier release kept cannot be replayed then.
    version: 2,
    adapter: {
      async read(ctx: ChatContext): Promise<VersionedState<ConversationData> | undefined> {
        const row = await database.readAsUser(ctx.who.userId, (trx) =>
          trx('chat.conversation_state')
            .where(key(ctx))
            .where('updated_at', '>', new Date(clock.now().getTime() - FORGOTTEN_AFTER_MS))
            .first<{ state: VersionedState<ConversationData> } | undefined>('state'),
        );
        return row?.state;
      },
      async write(ctx: ChatContext, state: VersionedState<ConversationData>): Promise<void> {
        await database.asUser(ctx.who.userId, (trx) =>
          trx('chat.conversation_state')
            .insert({ ...key(ctx), state: JSON.stringify(state), updated_at: clock.now() })
            .onConflict(['owner_user_id', 'transport', 'chat_id', 'chat_user_id'])
            .merge(['state', 'updated_at']),
        );
      },
      async delete(ctx: ChatContext): Promise<void> {
        await database.asUser(ctx.who.userId, (trx) =>
          trx('chat.conversation_state').where(key(ctx)).delete(),
        );
      },
    },
  };
}
