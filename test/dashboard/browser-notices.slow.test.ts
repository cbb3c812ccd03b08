import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { TestApi } from '../support/api-client.ts';
import { eventually } from '../support/chat-driver.ts';
import { type BrowserKeys, PushService } from '../support/push-service.ts';
import { signIn, visit } from './browser.ts';
import { openDashboard } from './opening.ts';

/**
 * Runs before the page: a headless browser neither asks for permission nor subscribes, so these two are made up. Everything
 * else is the page's own.
 */
const granting = ({ pair, auth, endpoint }: BrowserKeys): string => `(() => {
  const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0)).buffer;
  Object.defineProperty(Notification, 'permission', { get: () => globalThis.allowed ?? 'default' });
  Notification.requestPermission = async () => (globalThis.allowed = 'granted');
  let subscription = null;
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async ({ applicationServerKey }) => {
      const plain = applicationServerKey.replaceAll('-', '+').replaceAll('_', '/');
      subscription = {
        options: { applicationServerKey: bytes(plain) },
        toJSON: () => ({
          endpoint: ${JSON.stringify(endpoint)},
          keys: {
            p256dh: ${JSON.stringify(pair.getPublicKey().toString('base64url'))},
            auth: ${JSON.stringify(auth.toString('base64url'))},
          },
        }),
        unsubscribe: async () => { subscription = null; },
      };
      return subscription;
    },
  };
  Object.defineProperty(navigator.serviceWorker, 'ready', { get: async () => ({ pushManager }) });
})()`;

describe('notices in a browser', function () {
  let browser: Browser;
  let world: TestApi;
  let service: PushService;
  let close: () => Promise<void>;
  before(async function () {
    service = new PushService();
    await service.start();
    ({ browser, world, close } = await openDashboard(this, {
      environment: { WEB_PUSH_BASE_URL: service.url },
    }));
  });
  after(async () => {
    await close?.();
    await service.close();
  });

  async function openSettings(script: string) {
    const at = await visit(browser, world, { apart: true });
    await at.context.addInitScript(script);
    await signIn(at, world, '/settings');
    return { at, page: at.page, section: at.page.getByRole('region', { name: 'Notices in this browser' }) };
  }

  it('web push/Settings: a press subscribes, a test arrives, and removing ends it in the browser too', async () => {
    const keys = service.browser('/fcm/send/page');
    const { at, page, section } = await openSettings(granting(keys));
    await section.getByRole('button', { name: 'Show notices in this browser' }).click();
    await section.getByText('(this browser)').waitFor();
    await section.getByRole('button', { name: /^Send a test/ }).click();
    await page.getByText('Sent. It should appear in a moment.').waitFor();
    const { notification } = JSON.parse(service.read[0]?.text ?? '{}') as {
      notification?: { title: string };
    };
    assert.equal(notification?.title, 'Test notice');

    await section.getByLabel('Show the text with its amounts').click();
    await section.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await section.getByRole('button', { name: 'Show notices in this browser' }).waitFor();
    const left = await page.evaluate<unknown>(
      'navigator.serviceWorker.ready.then((one) => one.pushManager.getSubscription())',
    );
    assert.equal(left, null);
    await eventually(
      'the choice to be saved',
      async () => (await world.core.notifications.settings('1')).amounts_in_browsers,
    );
    assert.deepEqual((await world.core.notifications.browsers.list('1')).items, []);
    assert.deepEqual(at.complaints, []);
    await at.close();
  });

  it('Settings: what has access is listed, the chosen kinds end, and this browser stays', async () => {
    const at = await visit(browser, world, { apart: true });
    await signIn(at, world, '/settings');
    const by = { actor: 'test' };
    await world.core.identity.tokens.create('1', { name: 'nightly', access: 'read_only' }, by);
    await world.core.options.tokens.create('1', 'trader');
    await at.page.reload();
    const section = at.page.getByRole('region', { name: 'Access to your records' });
    await section.getByText(/^API token: nightly \(…/).waitFor();
    await section.getByText(/^Ingest token: trader \(…/).waitFor();
    await section.getByText(/this browser$/).waitFor();
    await section.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = at.page.getByRole('dialog');
    await dialog.getByLabel('Ingest token (1)').uncheck();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await at.page.getByText('Ended: 1 API token.').waitFor();
    await section.getByText(/^API token: nightly/).waitFor({ state: 'detached' });
    await section.getByText(/^Ingest token: trader/).waitFor();
    await section.getByRole('button', { name: 'Sign out everywhere' }).click();
    await dialog.getByLabel('This browser as well').check();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await at.page.getByLabel('Your login').waitFor();
    assert.deepEqual((await world.core.identity.doors.list('1', null)).items, []);
    await at.close();
  });

  it('web push/Settings: the section names a missing feature of the browser', async () => {
    for (const [script, words] of [
      [`Object.defineProperty(globalThis, 'isSecureContext', { value: false })`, /need a secure address/],
      [`delete Navigator.prototype.serviceWorker`, /no service worker/],
      [`delete globalThis.PushManager`, /Add to Home Screen/],
      [
        `Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`,
        /Notifications of this site are blocked/,
      ],
    ] as const) {
      const { at, section } = await openSettings(script);
      await section.getByText(words).waitFor();
      assert.equal(await section.getByRole('button', { name: 'Show notices in this browser' }).count(), 0);
      await at.close();
    }
  });
});
