export { createNotifications, type Notifications } from './notifications-service.ts';
export type { Claim, DeliveryService } from './delivery-service.ts';
export {
  type NotificationQuery,
  notificationQuery,
  type QuietHours,
  type SettingsInput,
  settingsInput,
} from './inputs.ts';
export {
  type InQuietHours,
  type Kind,
  KIND_NAMES,
  type KindName,
  kindOf,
  KINDS,
  type Mode,
} from './kinds.ts';
export type { Channel, DeliveryState } from './models.ts';
export { isTelegramOn, type Notice, type Notified } from './notify.ts';
export {
  failureView,
  type KindSettingView,
  type NotificationPage,
  notificationPage,
  type NotificationSettingsView,
  notificationSettingsView,
  type NotificationView,
} from './view.ts';
export { signInNotice } from './sign-in-notice.ts';
