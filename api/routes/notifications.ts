import {
  failureView,
  notificationPage,
  notificationQuery,
  notificationSettingsView,
  settingsInput,
} from '../../core/notifications/index.ts';
import { pageOf } from '../../core/platform/schema/index.ts';
import { type Route, route } from '../route.ts';
import { paged, paging } from './paging.ts';

const BASE = '/api/notifications';

export const NOTIFICATION_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: BASE,
    summary: 'Notifications, newest first',
    tag: 'Notifications',
    query: notificationQuery,
    response: notificationPage,
    handler: async ({ core, user, query }) => await core.notifications.list(user.userId, query),
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
    response: pageOf(failureView),
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
    response: notificationSettingsView,
    handler: async ({ core, user }) => await core.notifications.settings(user.userId),
  }),
  route({
    method: 'PUT',
    path: `${BASE}/settings`,
    summary: 'Change quiet hours or kinds; omitted fields do not change',
    tag: 'Notifications',
    body: settingsInput,
    response: notificationSettingsView,
    handler: async ({ core, user, body }) => await core.notifications.saveSettings(user.userId, body),
  }),
];
