import type { QuietHours } from './delivery-plan.ts';
import { type InQuietHours, kindOf, type Mode } from './kinds.ts';
import type { Channel, DeliveryModel, DeliveryState, NotificationModel } from './models.ts';

/** How far one chat's copy has come. `reason` tells why it failed, was dropped or is being tried again. */
export interface DeliveryView {
  id: string;
  notification_id: string;
  channel: Channel;
  chat_id: string | null;
  chat_title: string | null;
  state: DeliveryState;
  silent: boolean;
  attempts: number;
  /** When it is tried next; null when nothing is left to do. */
  next_attempt_at: string | null;
  finished_at: string | null;
  reason: string | null;
}

export interface NotificationView {
  id: string;
  kind: string;
  kind_title: string;
  title: string;
  body: string;
  payload: unknown;
  chart: string | null;
  silent: boolean;
  created_at: string;
  read_at: string | null;
  deliveries: DeliveryView[];
}

export interface NotificationPage {
  items: NotificationView[];
  page: number;
  page_size: number;
  total: number;
  unread: number;
}

/** A delivery that was given up, with what it was about. */
export interface FailureView extends DeliveryView {
  kind: string;
  title: string;
}

export interface KindSettingView {
  kind: string;
  title: string;
  summary: string;
  mode: Mode;
  modes: readonly Mode[];
  default_mode: Mode;
  in_quiet_hours: InQuietHours;
}

export interface ChannelView {
  channel: Channel | 'dashboard';
  state: 'ON' | 'OFF';
  /** What switches it on; null when it is on. */
  reason: string | null;
}

export interface NotificationSettingsView {
  time_zone: 'Asia/Kolkata';
  quiet_hours: QuietHours | null;
  kinds: KindSettingView[];
  channels: ChannelView[];
}

export function deliveryView(row: DeliveryModel): DeliveryView {
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
export function notificationView(row: NotificationModel, deliveries: DeliveryModel[]): NotificationView {
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
    deliveries: deliveries.filter((delivery) => delivery.notification_id === row.id).map(deliveryView),
  };
}
