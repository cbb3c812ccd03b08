import {
  browserInput,
  browserPushView,
  browsersView,
  browserTestView,
  browserView,
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
const BROWSERS = `${BASE}/browsers`;

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
    sample: 'own',
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
    sample: 'own',
    summary: 'Retry a failed message',
    tag: 'Notifications',
    params: { id: 'DELIVERY' },
    response: null,
    handler: async ({ core, user, params }) => await core.notifications.retryDelivery(user.userId, params.id),
  }),
  route({
    method: 'GET',
    path: `${BASE}/settings`,
    sample: 'own',
    summary: 'Quiet hours and the mode of each kind of notification',
    tag: 'Notifications',
    response: notificationSettingsView,
    handler: async ({ core, user }) => await core.notifications.settings(user.userId),
  }),
  route({
    method: 'PUT',
    path: `${BASE}/settings`,
    sample: 'own',
    summary: 'Change quiet hours or kinds; omitted fields do not change',
    tag: 'Notifications',
    body: settingsInput,
    response: notificationSettingsView,
    handler: async ({ core, user, body }) => await core.notifications.saveSettings(user.userId, body),
  }),
  route({
    method: 'GET',
    path: `${BASE}/web-push`,
    summary: 'State of notices to browsers on this server, and the public key for subscriptions',
    tag: 'Notifications',
    response: browserPushView,
    handler: async ({ core }) => await core.notifications.browsers.pushState(),
  }),
  route({
    method: 'GET',
    path: BROWSERS,
    sample: 'own',
    summary: 'Browsers that get notices, oldest first',
    tag: 'Notifications',
    response: browsersView,
    handler: async ({ core, user }) => await core.notifications.browsers.list(user.userId),
  }),
  route({
    method: 'POST',
    path: BROWSERS,
    sample: 'own',
    summary: 'Send notices to this browser; a repeat updates its keys',
    description:
      'The endpoint and keys are those of the PushSubscription that the browser made with the public key. You can have 20 browsers. Signing out in a browser removes it.',
    tag: 'Notifications',
    tokens: 'never',
    body: browserInput,
    response: browserView,
    problems: { 409: ['TOO_MANY_BROWSERS'], 503: ['WEB_PUSH_OFF'] },
    handler: async ({ core, user, body }) => await core.notifications.browsers.subscribe(user, body),
  }),
  route({
    method: 'DELETE',
    path: `${BROWSERS}/:id`,
    sample: 'own',
    summary: 'Stop notices to a browser',
    tag: 'Notifications',
    tokens: 'never',
    params: { id: 'BROWSER' },
    response: null,
    handler: async ({ core, user, params }) =>
      await core.notifications.browsers.remove(user.userId, params.id),
  }),
  route({
    method: 'POST',
    path: `${BROWSERS}/:id/test`,
    sample: 'own',
    summary: 'Send a test notice to a browser',
    tag: 'Notifications',
    tokens: 'never',
    params: { id: 'BROWSER' },
    repeats: 'anew',
    response: browserTestView,
    problems: { 503: ['WEB_PUSH_OFF'] },
    handler: async ({ core, user, params }) =>
      await core.notifications.browsers.sendTest(user.userId, params.id),
  }),
];
