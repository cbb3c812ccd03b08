import type { Transport } from './models.ts';

/** Letters and digits of a code that links a chat. */
export const LINK_CODE_LENGTH = 8;
/** How long such a code can be used. */
export const LINK_CODE_MINUTES = 10;

/** When a link code drawn now ends. */
export function linkCodeExpiry(now: Date): Date {
  return new Date(now.getTime() + LINK_CODE_MINUTES * 60_000);
}

/** A conversation with one person: Telegram gives it the person's own id, groups have other (negative) ones. */
export function isPrivateChat(link: {
  transport: Transport;
  chat_id: string;
  chat_user_id: string | null;
}): boolean {
  return link.transport === 'telegram' && link.chat_id === link.chat_user_id;
}

/**
 * The person who acts in a chat that only the configuration names: in a private chat its owner, in a group nobody.
 * Everyone in a group may read what is sent there, but each has to link themselves to give commands.
 */
export function personOfConfiguredChat(chatId: string): string | null {
  return chatId.startsWith('-') ? null : chatId;
}
