import { Model } from 'objection';
import type { OutboxRow, OutboxState } from '../platform/index.ts';
import type { Mode } from './kind.ts';

// Columns are declared, not initialised, and no model is bound to a pool: every query is handed its transaction.

export class NotificationModel extends Model {
  static override tableName = 'notifications.outbox';
  declare id: string;
  declare owner_user_id: string;
  declare kind: string;
  declare dedup_key: string;
  declare title: string;
  declare body: string;
  declare payload: unknown;
  declare chart: string | null;
  declare silent: boolean;
  declare created_at: Date;
  declare as_of: Date | null;
  declare read_at: Date | null;
}

export const CHANNELS = ['telegram', 'local', 'browser'] as const;
export type Channel = (typeof CHANNELS)[number];
export type DeliveryState = OutboxState;

/** A copy of a notification for one chat, as it is written. */
export interface DeliveryRow extends OutboxRow {
  owner_user_id: string;
  notification_id: string;
  channel: Channel;
  /** Telegram chat, or id of a browser's subscription; null: the owner's own local chat. */
  chat_id: string | null;
  chat_title: string | null;
  silent: boolean;
  /** Its messages in the chat. */
  message_ids: string[];
  /** Messages sent without an answer: they may or may not be in the chat. */
  unanswered: number;
}

export class DeliveryModel extends Model {
  static override tableName = 'notifications.deliveries';
  declare id: string;
  declare owner_user_id: string;
  declare notification_id: string;
  declare channel: Channel;
  declare chat_id: string | null;
  declare chat_title: string | null;
  declare state: DeliveryState;
  declare silent: boolean;
  declare unanswered: number;
  declare attempts: number;
  declare epoch: number;
  declare next_attempt_at: Date;
  declare expires_at: Date | null;
  declare lease_until: Date | null;
  declare reason: string | null;
  declare finished_at: Date | null;
}

/** A browser with notices. Its address and keys go only to its push service. */
export class PushSubscriptionModel extends Model {
  static override tableName = 'notifications.push_subscriptions';
  static override idColumn = 'id';
  declare id: string;
  declare owner_user_id: string;
  declare session_id: string;
  declare endpoint: string;
  declare p256dh: string;
  declare auth: string;
  declare label: string;
  declare created_at: Date;
  declare last_success_at: Date | null;
  declare failures: number;
  declare last_error: string | null;
}

export class SettingsModel extends Model {
  static override tableName = 'notifications.settings';
  static override idColumn = 'owner_user_id';
  declare owner_user_id: string;
  declare quiet_from: string | null;
  declare quiet_to: string | null;
  declare amounts_in_browsers: boolean;
}

export class PreferenceModel extends Model {
  static override tableName = 'notifications.preferences';
  static override idColumn = ['owner_user_id', 'kind'];
  declare owner_user_id: string;
  declare kind: string;
  declare mode: Mode;
}
