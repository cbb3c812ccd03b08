/**
 * Shapes of the API's answers: core's own views, by the names the pages use. They are types and vanish from the build;
 * only what no view of core says is written here. Unknown is null. Those of one subject are in a file of their own.
 */

export type * from './account-types.ts';
export type * from './book-types.ts';
export type * from './option-types.ts';
export type * from './report-types.ts';
export type * from './strategy-types.ts';
export type {
  AnswerUsage as AssistantUsage,
  AnswerView as AssistantAnswer,
  InsightView as Insight,
  RefreshView as NewAnalysis,
  TurnPage as AssistantTurns,
  TurnView as AssistantTurn,
} from '../../../../core/assistant/index.ts';
export type {
  ChatCommandsView as ChatCommands,
  ChatCommandView as ChatCommand,
  ChatFormat as ChatSettings,
  LocalMessage as ChatMessage,
  LocalMessagesView as ChatMessages,
  TextEntity as ChatEntity,
} from '../../../../core/chat/index.ts';
export type {
  AlertChange,
  AlertInput,
  AlertKind,
  AlertView as Alert,
  NewsView as News,
  WatchlistInput,
  WatchlistItemView as WatchlistItem,
} from '../../../../core/watchlist/index.ts';
export type {
  BrowserInput,
  BrowserPushView as BrowserPush,
  BrowsersView as Browsers,
  BrowserTestView as BrowserTest,
  BrowserView as Browser,
  GroupSettingView as GroupSetting,
  KindSettingView as KindSetting,
  Mode,
  NotificationPage,
  NotificationQuery,
  NotificationSettingsView as NotificationSettings,
  NotificationView as Notification,
  QuietHours,
  SettingsInput as NotificationSettingsInput,
} from '../../../../core/notifications/index.ts';
export type { FieldError, Page } from '../../../../core/platform/index.ts';

export type { BackupsView as Backups } from '../../../../core/backups/index.ts';
export type { CalendarsView as Calendars } from '../../../../core/market/index.ts';
export type { CheckUp } from '../../../../core/doctor/index.ts';
export type { CapacityView as Capacity } from '../../../../core/capacity/index.ts';
