export { type Chat, createChat } from './chat-area.ts';
export { chartFile, chartMime, type ChartToKeep } from './chart-file.ts';
export {
  COMMAND_DESCRIPTIONS,
  type CommandDescription,
  descriptionOf,
  FAMILIES,
  type Family,
} from './commands/index.ts';
export { PENDING_MESSAGES } from './pending-updates.ts';
export { DRAFT_VALUES } from './secret-drafts.ts';
export type { ChatSettings } from './chat-settings.ts';
export {
  chatFileForm,
  type ChatFormat,
  chatFormat,
  chatMessagesQuery,
  chatPressInput,
  chatTextInput,
  type Format,
  LARGEST_FILE,
} from './inputs.ts';
export type { PendingUpdate, PendingUpdates } from './pending-updates.ts';
export { guidesView } from './guides-view.ts';
export type { LocalChat } from './local-chat.ts';
export type { SecretDrafts } from './secret-drafts.ts';
export {
  acceptedUpdateView,
  type ChatCommandsView,
  chatCommandsView,
  type ChatCommandView,
  type LocalMessage,
  type LocalMessagesView,
  localMessagesView,
  type TextEntity,
} from './view.ts';
