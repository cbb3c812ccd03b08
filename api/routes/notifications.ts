import * as yup from 'yup';
import {
  KIND_NAMES,
  type NotificationSettingsView,
  type NotificationView,
  settingsInput,
  type SettingsInput,
} from '../../core/notifications/index.ts';
import { type Route, route } from '../route.ts';
import { paged, paging } from './paging.ts';
import {
  anything,
  exactly,
  flag,
  instant,
  instantOrNull,
  listOf,
  mapOf,
  oneOf,
  pageOf,
  text,
  textOrNull,
  viewOf,
  whole,
} from './schemas.ts';
import { pageQuery } from '../../core/platform/index.ts';

const BASE = '/api/notifications';

const deliveryFields = {
  id: text,
  notification_id: text,
  channel: text,
  chat_id: textOrNull,
  chat_title: textOrNull,
  state: text,
  silent: flag,
  attempts: whole,
  next_attempt_at: instantOrNull,
  finished_at: instantOrNull,
  reason: textOrNull,
};

const notification = viewOf<NotificationView>()({
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
  deliveries: listOf(exactly(deliveryFields)),
});

const mode = oneOf('loud', 'silent', 'off');

const settings = viewOf<NotificationSettingsView>()({
  time_zone: text,
  quiet_hours: yup.object({ from: text, to: text }).noUnknown().nullable().defined(),
  kinds: listOf(
    exactly({
      kind: text,
      title: text,
      summary: text,
      mode,
      modes: listOf(mode),
      default_mode: mode,
      in_quiet_hours: text,
    }),
  ),
  channels: listOf(exactly({ channel: text, state: oneOf('ON', 'OFF'), reason: textOrNull })),
});

const settingsBody = yup
  .object({
    quiet_hours: settingsInput.fields.quiet_hours,
    modes: mapOf(mode, { type: 'string', enum: ['loud', 'silent', 'off'] }).optional(),
  })
  .noUnknown();

export const NOTIFICATION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Notifications, newest first',
    tag: 'Notifications',
    query: yup
      .object({
        ...pageQuery,
        unread: yup.boolean().optional(),
        kind: yup.string().oneOf(KIND_NAMES).optional(),
      })
      .noUnknown(),
    response: exactly({
      items: listOf(notification),
      page: whole,
      page_size: whole,
      total: whole,
      unread: whole,
    }),
    handler: async ({ core, user, query: { unread, ...query } }) =>
      await core.notifications.list(user.userId, { ...query, unread_only: unread }),
  }),
  route({
    method: 'POST',
    path: `${BASE}/read-all`,
    summary: 'Mark all notifications as read',
    tag: 'Notifications',
    response: null,
    handler: async ({ core, user }) => await core.notifications.markRead(user.userId, 'all'),
  }),
  route({
    method: 'POST',
    path: `${BASE}/:id/read`,
    summary: 'Mark a notification as read',
    tag: 'Notifications',
    params: { id: 'NOTIFICATION' },
    response: null,
    handler: async ({ core, user, params }) => {
      const { id } = await core.notifications.get(user.userId, params.id);
      await core.notifications.markRead(user.userId, [id]);
    },
  }),
  route({
    method: 'GET',
    path: `${BASE}/failures`,
    summary: 'Chat messages that failed in the last 7 days, newest first',
    tag: 'Notifications',
    query: paging,
    response: pageOf(exactly({ ...deliveryFields, kind: text, title: text })),
    handler: async ({ core, user, query }) =>
      paged(await core.notifications.recentFailures(user.userId), query),
  }),
  route({
    method: 'POST',
    path: `${BASE}/deliveries/:id/retry`,
    summary: 'Retry a failed message',
    tag: 'Notifications',
    params: { id: 'DELIVERY' },
    response: null,
    handler: async ({ core, user, params }) => await core.notifications.retryDelivery(user.userId, params.id),
  }),
  route({
    method: 'GET',
    path: `${BASE}/settings`,
    summary: 'Quiet hours and the mode of each kind of notification',
    tag: 'Notifications',
    response: settings,
    handler: async ({ core, user }) => await core.notifications.settings(user.userId),
  }),
  route({
    method: 'PUT',
    path: `${BASE}/settings`,
    summary: 'Change quiet hours or kinds; omitted fields do not change',
    tag: 'Notifications',
    body: settingsBody,
    response: settings,
    handler: async ({ core, user, body: { quiet_hours, modes } }) =>
      await core.notifications.saveSettings(user.userId, {
        ...(quiet_hours === undefined
          ? {}
          : { quiet_hours: quiet_hours as NonNullable<SettingsInput['quiet_hours']> | null }),
        ...(modes === undefined ? {} : { kinds: modes as NonNullable<SettingsInput['kinds']> }),
      }),
  }),
];
