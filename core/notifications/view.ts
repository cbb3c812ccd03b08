import { OUTBOX_STATES } from '../platform/index.ts';
import {
  anything,
  flag,
  instant,
  instantOrNull,
  listOf,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../platform/schema/index.ts';
import { quietHours } from './inputs.ts';
import { GROUP_NAMES, IN_QUIET_HOURS, MODES } from './kind.ts';
import { KIND_NAMES, kindOf } from './kinds.ts';
import {
  CHANNELS,
  type DeliveryModel,
  type NotificationModel,
  type PushSubscriptionModel,
} from './models.ts';

const deliveryFields = {
  id: text,
  notification_id: text,
  channel: oneOf(...CHANNELS),
  chat_id: textOrNull,
  chat_title: textOrNull,
  state: oneOf(...OUTBOX_STATES),
  silent: flag,
  attempts: whole,
  /** The time of the next attempt; null when nothing is left to do. */
  next_attempt_at: instantOrNull,
  finished_at: instantOrNull,
  reason: textOrNull,
};
/** How far one chat's copy has come. `reason` says why it failed, was dropped or is being tried again. */
const deliveryView = view(deliveryFields);
type DeliveryView = ViewOf<typeof deliveryView>;

const notificationView = view({
  id: text,
  kind: text,
  kind_title: text,
  title: text,
  body: text,
  payload: anything,
  chart: textOrNull,
  silent: flag,
  created_at: instant,
  read_at: instantOrNull,
  deliveries: listOf(deliveryView),
});
export type NotificationView = ViewOf<typeof notificationView>;

export const notificationPage = view({
  items: listOf(notificationView),
  page: whole,
  page_size: whole,
  total: whole,
  unread: whole,
});
export type NotificationPage = ViewOf<typeof notificationPage>;

/** A delivery that was given up, with the kind and the title of its notification. */
export const failureView = view({ ...deliveryFields, kind: text, title: text });
export type FailureView = ViewOf<typeof failureView>;

const mode = oneOf(...MODES);
const kindSettingView = view({
  kind: text,
  group: oneOf(...GROUP_NAMES),
  title: text,
  summary: text,
  mode,
  modes: listOf(mode),
  default_mode: mode,
  in_quiet_hours: oneOf(...IN_QUIET_HOURS),
  /** False while the part of Munim that it belongs to is not shown. */
  is_shown: flag,
});
export type KindSettingView = ViewOf<typeof kindSettingView>;

const channelView = view({
  channel: oneOf(...CHANNELS, 'dashboard'),
  state: oneOf('ON', 'OFF'),
  /** What switches it on; null when it is on. */
  reason: textOrNull,
});
export type ChannelView = ViewOf<typeof channelView>;

/** Kinds that are shown, chosen as one. */
const groupSettingView = view({
  group: oneOf(...GROUP_NAMES),
  title: text,
  /** Null where its kinds differ. */
  mode: oneOfOrNull(...MODES),
  /** Modes that all of its kinds with a choice allow. */
  modes: listOf(mode),
  kinds: listOf(oneOf(...KIND_NAMES)),
});
export type GroupSettingView = ViewOf<typeof groupSettingView>;

export const notificationSettingsView = view({
  time_zone: oneOf('Asia/Kolkata'),
  quiet_hours: quietHours.nullable().defined(),
  kinds: listOf(kindSettingView),
  groups: listOf(groupSettingView),
  /** Notices of the shown kinds, in one sentence. */
  sentence: text,
  channels: listOf(channelView),
  /** True if notices in browsers, which show on locked screens, have amounts. */
  amounts_in_browsers: flag,
});
export type NotificationSettingsView = ViewOf<typeof notificationSettingsView>;

/** Data for the subscription of a browser. */
export const browserPushView = view({
  state: oneOf('ON', 'OFF'),
  reason: textOrNull,
  /** Point on P-256, base64url; null while off. */
  public_key: textOrNull,
});
export type BrowserPushView = ViewOf<typeof browserPushView>;

/** A browser that gets notices. Its address and keys are never shown. */
export const browserView = view({
  id: text,
  label: text,
  created_at: instant,
  last_success_at: instantOrNull,
  /** In a row, since the last success. */
  failures: whole,
  last_error: textOrNull,
});
export type BrowserView = ViewOf<typeof browserView>;

export const browsersView = view({ items: listOf(browserView) });
export type BrowsersView = ViewOf<typeof browsersView>;

export const browserTestView = view({ sent: flag, reason: textOrNull });
export type BrowserTestView = ViewOf<typeof browserTestView>;

export function toBrowserView(row: PushSubscriptionModel): BrowserView {
  return {
    id: row.id,
    label: row.label,
    created_at: row.created_at.toISOString(),
    last_success_at: row.last_success_at?.toISOString() ?? null,
    failures: row.failures,
    last_error: row.last_error,
  };
}

export function toDeliveryView(row: DeliveryModel): DeliveryView {
  const isOpen = row.state === 'PENDING' || row.state === 'SENDING';
  return {
    id: row.id,
    notification_id: row.notification_id,
    channel: row.channel,
    chat_id: row.chat_id,
    chat_title: row.chat_title,
    state: row.state,
    silent: row.silent,
    attempts: row.attempts,
    next_attempt_at: isOpen ? row.next_attempt_at.toISOString() : null,
    finished_at: row.finished_at?.toISOString() ?? null,
    reason: row.reason,
  };
}

/** The dashboard's copy. Of a kind that must not stay, only what is written afterwards is ever shown. */
export function toNotificationView(row: NotificationModel, deliveries: DeliveryModel[]): NotificationView {
  const kind = kindOf(row.kind);
  const afterwards = kind?.afterwards ?? null;
  return {
    id: row.id,
    kind: row.kind,
    kind_title: kind?.title ?? row.kind,
    title: afterwards?.title ?? row.title,
    body: afterwards?.body ?? row.body,
    payload: afterwards === null ? row.payload : null,
    chart: row.chart,
    silent: row.silent,
    created_at: row.created_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    deliveries: deliveries.filter((delivery) => delivery.notification_id === row.id).map(toDeliveryView),
  };
}
