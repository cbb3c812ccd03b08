import type { Identity } from '../core/identity/index.ts';
import { Problem } from '../core/platform/index.ts';
import type { ChatAccess } from './ports.ts';

/** Chats as the identity service knows them: Telegram chats by their links, the local chat by the user it belongs to. */
export function createAccess({ chats }: Pick<Identity, 'chats'>): ChatAccess {
  return {
    resolve: (place) => chats.principalOfChat(place),
    isOfPausedPerson: (place) => chats.isOfPausedPerson(place),
    async redeem(place, code) {
      const { transport, chatId, chatUserId, personName } = place;
      try {
        await chats.linkChat({ code, transport, chatId, chatUserId, title: personName });
      } catch (error) {
        if (error instanceof Problem && error.code === 'INVALID_LINK_CODE') return null;
        throw error;
      }
      return await chats.principalOfChat(place);
    },
  };
}
