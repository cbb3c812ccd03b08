import type { Context } from '../context.ts';
import { type ChatSettings, createChatSettings } from './chat-settings.ts';
import { createKeyring } from '../brokers/index.ts';
import { createLocalChat, type LocalChat } from './local-chat.ts';
import { createSecretDrafts, type SecretDrafts } from './secret-drafts.ts';

export type { ChatPlace, ChatSettings, Format } from './chat-settings.ts';
export {
  LARGEST_FILE,
  type LocalChat,
  type LocalMessage,
  LONGEST_TEXT,
  type TextEntity,
} from './local-chat.ts';
export type { Awaited, DraftPlace, SecretDrafts } from './secret-drafts.ts';

/** What doors share about chats: the chat that needs no Telegram, and what each chat has chosen for itself. */
export interface Chat {
  readonly local: LocalChat;
  readonly settings: ChatSettings;
  readonly drafts: SecretDrafts;
}

export function createChat(context: Context): Chat {
  return {
    local: createLocalChat(context),
    settings: createChatSettings(context),
    drafts: createSecretDrafts(context, createKeyring(context.config)),
  };
}
