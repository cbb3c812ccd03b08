import type { Context } from '../platform/index.ts';
import { type ChatSettings, createChatSettings } from './chat-settings.ts';
import { createKeyring } from '../platform/keyring/index.ts';
import { createPendingUpdates, type PendingUpdates } from './pending-updates.ts';
import { createLocalChat, type LocalChat } from './local-chat.ts';
import { createSecretDrafts, type SecretDrafts } from './secret-drafts.ts';

/** What doors share about chats: the chat that needs no Telegram, and what each chat has chosen for itself. */
export interface Chat {
  readonly local: LocalChat;
  readonly settings: ChatSettings;
  readonly drafts: SecretDrafts;
  readonly pendingUpdates: PendingUpdates;
}

export function createChat(context: Context): Chat {
  const keyring = createKeyring(context.config);
  return {
    local: createLocalChat(context),
    settings: createChatSettings(context),
    drafts: createSecretDrafts(context, keyring),
    pendingUpdates: createPendingUpdates(context, keyring),
  };
}
