export { createNotifications, type Notifications } from './notifications-service.ts';
export type { Claim } from './delivery-service.ts';
export { isWebPushOn } from './browser-service.ts';
export {
  browserInput,
  type BrowserInput,
  type NotificationQuery,
  notificationQuery,
  type QuietHours,
  type SettingsInput,
  settingsInput,
} from './inputs.ts';
export { GROUP_NAMES, type KindGroup, type Mode, MODES } from './kind.ts';
export { KIND_NAMES, type KindName } from './kinds.ts';
export { type Notice } from './notify.ts';
export {
  browserPushView,
  type BrowserPushView,
  browsersView,
  type BrowsersView,
  browserTestView,
  type BrowserTestView,
  browserView,
  type BrowserView,
  failureView,
  type GroupSettingView,
  type KindSettingView,
  type NotificationPage,
  notificationPage,
  type NotificationSettingsView,
  notificationSettingsView,
  type NotificationView,
} from './view.ts';
export { signInNotice } from './sign-in-notice.ts';
