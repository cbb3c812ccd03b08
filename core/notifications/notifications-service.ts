import {
  announce,
  type Context,
  notFound,
  pageWindow,
  telegramSide,
  type DbTransaction,
  DAY_MS,
} from '../platform/index.ts';
import { type BrowserService, createBrowsers, isWebPushOn } from './browser-service.ts';
import { listBrowsers, wantsAmounts } from './browser-store.ts';
import { createDeliveryService, type DeliveryService } from './delivery-service.ts';
import { createDeliveries } from './deliveries.ts';
import { failuresSince, secretOnes, telegramChats } from './delivery-store.ts';
import { groupSettings, modesOfGroups, settingsSentence } from './kind-groups.ts';
import { checkedSettings, type NotificationQuery, type SettingsInput } from './inputs.ts';
import { KIND_NAMES, type KindName, KINDS } from './kinds.ts';
import { CHANNELS, DeliveryModel } from './models.ts';
import { type HiddenKinds, isTelegramOn, type Notice, type Notified, notifyWithin } from './notify.ts';
import {
  countUnread,
  deleteNotifications,
  deliveriesOf,
  findNotification,
  listNotifications,
  markRead,
  ownersOfKey,
} from './outbox-store.ts';
import {
  modeOf,
  readChoice,
  readModes,
  writeAmountsInBrowsers,
  writeModes,
  writeQuietHours,
} from './settings-store.ts';
import {
  type ChannelView,
  type FailureView,
  type NotificationPage,
  type NotificationSettingsView,
  type NotificationView,
  toNotificationView,
} from './view.ts';

/** Telling people things: the outbox, what they chose, and (as DeliveryService) the sender's side. */
export interface Notifications extends DeliveryService {
  browsers: BrowserService;
  /** Writes a notice in a transaction of its own. */
  notify(userId: string, notice: Notice): Promise<Notified>;
  /** Writes a notice in the transaction of the change it speaks of. */
  notifyWithin(trx: DbTransaction, userId: string, notice: Notice): Promise<Notified>;
  /**
   * Takes back the notices of a kind whose payload has these fields, read or not, with whatever of them still waits to be sent:
   * what they speak of is gone. In the transaction of the change that took it away.
   */
  withdrawWithin(
    trx: DbTransaction,
    userId: string,
    kind: KindName,
    payload: Readonly<Record<string, string>>,
  ): Promise<void>;
  /**
   * The people who need the notice composed, in the given order: the kind is on, and the key is unused or its notice
   * is as of an earlier instant.
   */
  wantedBy(userIds: readonly string[], kind: KindName, dedupKey: string, asOf?: Date): Promise<string[]>;
  /** Newest first, with how far each chat's copy has come. */
  list(userId: string, query?: NotificationQuery): Promise<NotificationPage>;
  /** @throws Problem 404 NOTIFICATION_NOT_FOUND */
  get(userId: string, id: string): Promise<NotificationView>;
  unreadCount(userId: string): Promise<number>;
  /** Marks the given ones, or all, as read; ids that are not the owner's are passed over. */
  markRead(userId: string, ids: string[] | 'all'): Promise<{ marked: number; unread: number }>;
  settings(userId: string): Promise<NotificationSettingsView>;
  /** @throws Problem 422 VALIDATION_ERROR */
  saveSettings(userId: string, input: SettingsInput): Promise<NotificationSettingsView>;
  /** Chat messages that were given up in the last 7 days, newest first. */
  recentFailures(userId: string): Promise<FailureView[]>;
  /** Tries a given-up message again. @throws Problem 404 DELIVERY_NOT_FOUND */
  retryDelivery(userId: string, deliveryId: string): Promise<void>;
}

const FAILURES_SHOWN_MS = 7 * DAY_MS;
const ALL = { channels: CHANNELS };
const isId = (text: string): boolean => /^\d{1,18}$/.test(text);

/** @param unshown returns the kinds of hidden parts; none by default */
export function createNotifications(
  context: Context,
  unshown: HiddenKinds = async () => new Map(),
): Notifications {
  const { config, database, clock } = context;
  const deliveries = createDeliveries(context);

  const channelsOf = async (trx: DbTransaction, userId: string): Promise<ChannelView[]> => {
    const links = await telegramChats(trx, userId, false);
    const hasBrowser = isWebPushOn(config) && (await listBrowsers(trx, userId)).length > 0;
    const off = !isTelegramOn(config)
      ? 'Telegram is switched off. Set PORTFOLIO_CHAT_ENABLED=1 and PORTFOLIO_CHAT_BOT_TOKEN.'
      : links.length === 0
        ? telegramSide(config)?.mode === 'COMMANDS'
          ? 'No Telegram chat is linked yet. Create a link code and send it to the bot.'
          : 'No Telegram chat is linked yet. Set PORTFOLIO_CHAT_CHAT_ID, or PORTFOLIO_CHAT_BOT_TOKEN to link one with a code.'
        : null;
    return [
      { channel: 'dashboard', state: 'ON', reason: null },
      { channel: 'local', state: 'ON', reason: null },
      { channel: 'telegram', state: off === null ? 'ON' : 'OFF', reason: off },
      {
        channel: 'browser',
        state: hasBrowser ? 'ON' : 'OFF',
        reason: hasBrowser
          ? null
          : isWebPushOn(config)
            ? 'No browser gets notices yet. Switch them on in Settings, in each browser.'
            : 'Notices to browsers are switched off. Set WEB_PUSH_BASE_URL.',
      },
    ];
  };
  const settingsWithin = async (trx: DbTransaction, userId: string): Promise<NotificationSettingsView> => {
    const chosen = await readChoice(trx, userId);
    const whys = await unshown(trx, userId, KIND_NAMES);
    const kinds = KIND_NAMES.map((kind) => ({
      kind,
      group: KINDS[kind].group,
      title: KINDS[kind].title,
      summary: KINDS[kind].summary,
      mode: modeOf(kind, chosen, whys.get(kind) === 'HIDDEN'),
      modes: [...KINDS[kind].modes],
      default_mode: modeOf(kind, { modes: new Map() }, whys.get(kind) === 'HIDDEN'),
      in_quiet_hours: KINDS[kind].inQuietHours,
      is_shown: !whys.has(kind),
    }));
    const shown = kinds.filter(({ is_shown }) => is_shown);
    return {
      time_zone: 'Asia/Kolkata',
      quiet_hours: chosen.quiet,
      kinds,
      groups: groupSettings(shown),
      sentence: settingsSentence(shown),
      channels: await channelsOf(trx, userId),
      amounts_in_browsers: await wantsAmounts(trx, userId),
    };
  };

  const delivering = createDeliveryService(context, deliveries);

  return {
    ...delivering,
    browsers: createBrowsers(context, deliveries, delivering),
    notify: (userId, notice) =>
      database.asUser(userId, (trx) => notifyWithin(context, deliveries, unshown, trx, userId, notice)),
    notifyWithin: (trx, userId, notice) => notifyWithin(context, deliveries, unshown, trx, userId, notice),
    wantedBy: (userIds, kind, dedupKey, asOf) =>
      database.readAsSystem('who wants a notification', async (db) => {
        const told = await ownersOfKey(db, userIds, dedupKey, asOf ?? null);
        const chosen = await readModes(db, kind);
        const wanted: string[] = [];
        for (const id of userIds) {
          if (told.has(id)) continue;
          const isHidden = (await unshown(db, id, [kind])).get(kind) === 'HIDDEN';
          if (modeOf(kind, { modes: chosen.get(id) ?? new Map() }, isHidden) !== 'off') wanted.push(id);
        }
        return wanted;
      }),
    list: (userId, query = {}) =>
      database.readAsUser(userId, async (trx) => {
        const { page, page_size, offset } = pageWindow(query);
        const { rows, total } = await listNotifications(
          trx,
          userId,
          { isUnreadOnly: query.unread ?? false, kind: query.kind ?? null },
          { offset, limit: page_size },
        );
        const deliveries = await deliveriesOf(
          trx,
          userId,
          rows.map((row) => row.id),
        );
        const items = rows.map((row) => toNotificationView(row, deliveries));
        return { items, page, page_size, total, unread: await countUnread(trx, userId) };
      }),
    async withdrawWithin(trx, userId, kind, payload) {
      if ((await deleteNotifications(trx, userId, kind, payload)) === 0) return;
      await announce(trx, {
        channel: 'notification',
        payload: { user_id: userId, event: 'read', unread: await countUnread(trx, userId) },
      });
    },
    get: (userId, id) =>
      database.readAsUser(userId, async (trx) => {
        const row = isId(id) ? await findNotification(trx, userId, id) : undefined;
        if (row === undefined) throw notFound('NOTIFICATION');
        return toNotificationView(row, await deliveriesOf(trx, userId, [id]));
      }),
    unreadCount: (userId) => database.readAsUser(userId, (trx) => countUnread(trx, userId)),
    markRead: (userId, ids) =>
      database.asUser(userId, async (trx) => {
        const marked = await markRead(trx, userId, ids === 'all' ? ids : ids.filter(isId), clock.now());
        const unread = await countUnread(trx, userId);
        if (marked > 0) {
          await announce(trx, {
            channel: 'notification',
            payload: { user_id: userId, event: 'read', unread },
          });
        }
        return { marked, unread };
      }),
    settings: (userId) => database.readAsUser(userId, (trx) => settingsWithin(trx, userId)),
    saveSettings: async (userId, input) => {
      const {
        quiet_hours,
        modes = {},
        groups = {},
        amounts_in_browsers: hasAmounts,
      } = checkedSettings(input);
      return await database.asUser(userId, async (trx) => {
        if (quiet_hours !== undefined) await writeQuietHours(trx, userId, quiet_hours);
        const ofGroups = modesOfGroups(groups, (await settingsWithin(trx, userId)).groups);
        await writeModes(trx, userId, { ...ofGroups, ...modes });
        if (hasAmounts !== undefined) await writeAmountsInBrowsers(trx, userId, hasAmounts);
        // Those that wait for the end of quiet hours.
        await deliveries.reconsider(trx, (rows) => rows.where('leased.owner_user_id', userId), ALL);
        return await settingsWithin(trx, userId);
      });
    },
    recentFailures: (userId) =>
      database.readAsUser(userId, (trx) =>
        failuresSince(trx, userId, new Date(clock.now().getTime() - FAILURES_SHOWN_MS)),
      ),
    retryDelivery: (userId, deliveryId) =>
      database.asUser(userId, async (trx) => {
        const again = (rows: ReturnType<DbTransaction>) =>
          rows
            .where({ 'leased.owner_user_id': userId, 'leased.id': deliveryId })
            .whereNotIn('leased.notification_id', secretOnes(trx));
        if (!isId(deliveryId) || (await deliveries.requeue(trx, again, ALL)) === 0)
          throw notFound('DELIVERY', 'There is no such failed message.');
        // Once the person has read it, it may be sent again.
        await DeliveryModel.query(trx)
          .where({ owner_user_id: userId, id: deliveryId })
          .patch({ unanswered: 0 });
      }),
  };
}
