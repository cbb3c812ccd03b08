import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createSignIn } from '../../../core/identity/sign-in-service.ts';
import { createNotifications, type Notice } from '../../../core/notifications/index.ts';
import { DAY_MS, readSecret } from '../../../core/platform/index.ts';
import { type BrowserKeys, PushService } from '../../support/push-service.ts';
import { deliveriesOf, eveningReport, openWorld, type World } from './world.ts';

const PUBLIC_URL = 'https://munim.example';
const alert: Notice = {
  kind: 'alert_fired',
  dedupKey: 'alert:1:1',
  title: 'TCS is at ₹4,001.50',
  body: 'Alert: TCS at or above ₹4,000.',
  payload: { alert_id: '1', kind: 'PRICE_ABOVE', subject: 'TCS', value: 4001.5, threshold: 4000 },
};

describe('core/notifications browsers that get notices', () => {
  let world: World;
  let service: PushService;
  let owner: string;
  let session: string;
  let counter = 0;
  before(async () => {
    service = new PushService();
    await service.start();
    world = await openWorld({ WEB_PUSH_BASE_URL: service.url, PUBLIC_URL });
  });
  after(async () => {
    await world.close();
    await service.close();
  });
  beforeEach(async () => {
    // A day for each test, so that no service is left alone any more.
    counter += 1;
    world.at(`2026-03-${String(counter).padStart(2, '0')}`, '12:00');
    service.calm();
    service.read.length = 0;
    owner = await world.user(`owner${counter}`);
    session = await signedIn(owner);
  });

  async function signedIn(userId: string): Promise<string> {
    const id = randomUUID();
    await world.database.asSystem('a test session', async (trx) => {
      await trx('identity.sessions').update({ ended_at: world.now() }).where({ owner_user_id: userId });
      await trx('identity.sessions').insert({
        id,
        owner_user_id: userId,
        created_at: world.now(),
        expires_at: new Date(world.now().getTime() + 30 * DAY_MS),
      });
    });
    return id;
  }
  const path = () => `/fcm/send/${counter}`;
  async function subscribed(
    name = 'Firefox on Linux',
    at = path(),
  ): Promise<{ id: string; browser: BrowserKeys }> {
    const browser = service.browser(at);
    const who = { userId: owner, sessionId: session };
    const { id } = await world.notifications.browsers.subscribe(who, {
      ...browser.subscription,
      label: name,
    });
    return { id, browser };
  }
  const claims = () => world.notifications.claimDeliveries(['browser'], 50);
  /** As the sender of a process does. */
  async function sendDue(): Promise<void> {
    for (const claim of await claims()) await world.notifications.browsers.deliver(claim, '/policies/7');
  }
  const read = () =>
    service.read.map(({ text }) => (JSON.parse(text) as { notification: Shown }).notification);
  const ofBrowsers = async () =>
    (await deliveriesOf(world, owner)).filter(({ channel }) => channel === 'browser');
  interface Shown {
    title: string;
    body: string;
    navigate: string;
    tag: string;
    silent: boolean;
  }

  it('web push/Wording: without amounts unless the person chose them; the tag is the event', async () => {
    await subscribed();
    const { id } = await world.notifications.notify(owner, alert);
    await sendDue();
    const [text] = service.read.map((one) => one.text);
    assert.deepEqual(JSON.parse(text ?? ''), {
      web_push: 8030,
      app_badge: 1,
      notification: {
        title: 'Price alert: TCS',
        body: 'Open Munim to read it.',
        navigate: `${PUBLIC_URL}/policies/7`,
        tag: id,
        silent: false,
      },
    });
    const saved = await world.notifications.saveSettings(owner, { amounts_in_browsers: true });
    assert.equal(saved.amounts_in_browsers, true);
    await world.notifications.notify(owner, { ...alert, dedupKey: 'alert:1:2' });
    await world.notifications.notify(owner, { ...eveningReport, body: '₹'.repeat(5000) });
    await sendDue();
    const [, shown, long] = read();
    assert.deepEqual([shown?.title, shown?.body], [alert.title, alert.body]);
    assert.equal(long?.body, `${'₹'.repeat(599)}…`);
    assert.deepEqual(
      (await ofBrowsers()).map(({ state }) => state),
      ['SENT', 'SENT', 'SENT'],
    );
  });

  it('web push/Wording: no kind shows an amount of its notice by default', async () => {
    await subscribed();
    const { kinds } = await world.notifications.settings(owner);
    const secret = '₹1,23,456';
    for (const { kind } of kinds)
      await world.notifications.notify(owner, {
        kind: kind as Notice['kind'],
        dedupKey: kind,
        title: `Value ${secret}`,
        body: secret,
        payload: { amount: secret, subject: 'TCS' },
      });
    await sendDue();
    // A newer notice of some kinds replaces the older, and a sign-in code never goes to a browser.
    assert.deepEqual(
      new Set(read().map(({ tag }) => tag)),
      new Set(
        (await world.notifications.list(owner, { page_size: 200 })).items
          .filter(({ kind }) => kind !== 'login_code')
          .map(({ id }) => id),
      ),
    );
    for (const { text } of service.read) assert.doesNotMatch(text, /1,23,456/);
  });

  it('web push/Updates: each hour replaces the last one on the screen, without a sound', async () => {
    await subscribed();
    const hours = ['10:00', '11:00', '12:00'];
    for (const hour of hours) {
      const asOf = world.at('2026-03-10', hour);
      const notice = { kind: 'hourly_portfolio_update', dedupKey: 'hourly:2026-03-10', title: hour } as const;
      await world.notifications.notify(owner, { ...notice, body: 'x', asOf });
      await sendDue();
    }
    assert.equal(service.read.length, hours.length);
    assert.equal(new Set(read().map(({ tag }) => tag)).size, 1);
    assert.deepEqual(new Set(read().map(({ silent }) => silent)), new Set([true]));
    assert.equal(new Set(service.read.map(({ headers }) => headers['topic'])).size, 1);
    assert.equal((await ofBrowsers()).length, 1);
  });

  it('web push/Crash: a sender killed after the push service took it sends the same event again', async () => {
    await subscribed();
    const { id } = await world.notifications.notify(owner, alert);
    const [claim] = await claims();
    assert.ok(claim);
    const killed = new Error('killed here');
    const halted = createNotifications({
      ...world.context,
      database: { ...world.database, asSystem: () => Promise.reject(killed) },
    });
    await assert.rejects(halted.browsers.deliver(claim, '/'), killed);
    world.wait(31);
    await sendDue();
    assert.deepEqual(
      read().map(({ tag }) => tag),
      [id, id],
    );
    assert.equal(new Set(service.read.map(({ headers }) => headers['topic'])).size, 1);
    await sendDue();
    assert.equal(service.read.length, 2);
  });

  it('web push/Replies: 404 and 410 delete the browser', async () => {
    for (const status of [404, 410]) {
      await subscribed();
      service.answers.set(path(), { status, type: 'text/plain', body: '' });
      await world.notifications.notify(owner, { ...alert, dedupKey: String(status) });
      await sendDue();
      assert.deepEqual((await world.notifications.browsers.list(owner)).items, []);
      await sendDue();
      const { state, reason } = (await ofBrowsers()).at(-1) ?? {};
      assert.deepEqual([state, /no longer gets notices/.test(reason ?? '')], ['DROPPED', true]);
    }
    assert.equal(service.read.length, 2);
    assert.deepEqual(await world.notifications.recentFailures(owner), []);
  });

  it('web push/Replies: a busy service is tried again when it said, and a stale notice is dropped', async () => {
    await subscribed();
    const busy = { status: 429, type: 'text/html', body: '<p>', headers: { 'retry-after': '600' } };
    service.answers.set(path(), busy);
    await world.notifications.notify(owner, alert);
    await sendDue();
    world.wait(599);
    await sendDue();
    assert.equal(service.read.length, 1);
    world.wait(1);
    service.answers.set(path(), { ...busy, status: 503, headers: { 'retry-after': '60000' } });
    await sendDue();
    assert.equal(service.read.length, 2);
    const [{ failures, last_error } = {}] = (await world.notifications.browsers.list(owner)).items;
    assert.deepEqual([failures, /busy \(status 503\)/.test(last_error ?? '')], [2, true]);
    world.wait(60_000);
    await sendDue();
    assert.equal((await ofBrowsers())[0]?.state, 'DROPPED');
    assert.equal(service.read.length, 2);
  });

  it('web push/Replies: a refused signature is shown to the owner, and the next success clears it', async () => {
    const { id } = await subscribed();
    service.answers.set(path(), { status: 403, type: 'application/json', body: '{"reason":"BadJwtToken"}' });
    await world.notifications.notify(owner, alert);
    await sendDue();
    const [failure] = await world.notifications.recentFailures(owner);
    assert.equal(failure?.channel, 'browser');
    assert.equal(failure.chat_title, 'Firefox on Linux');
    assert.match(failure.reason ?? '', /status 403.*WEB_PUSH_CONTACT/);
    const [bad] = (await world.notifications.browsers.list(owner)).items;
    assert.match(bad?.last_error ?? '', /status 403/);
    service.answers.delete(path());
    assert.deepEqual(await world.notifications.browsers.sendTest(owner, id), { sent: true, reason: null });
    const [good] = (await world.notifications.browsers.list(owner)).items;
    assert.deepEqual([good?.failures, good?.last_error], [0, null]);
    assert.equal(good?.last_success_at, world.now().toISOString());
    assert.equal(read().at(-1)?.navigate, `${PUBLIC_URL}/settings`);
  });

  it('web push/Rules: kinds, silence and quiet hours hold for browsers as for chats', async () => {
    await subscribed();
    await world.notifications.saveSettings(owner, {
      modes: { eod_portfolio_report: 'off', alert_fired: 'silent' },
      quiet_hours: { from: '11:00', to: '13:00' },
    });
    await world.notifications.notify(owner, eveningReport);
    await world.notifications.notify(owner, alert);
    await world.notifications.notify(owner, {
      kind: 'sip_reminder',
      dedupKey: 'sip',
      title: 'SIP',
      body: 'SIP',
    });
    await sendDue();
    assert.deepEqual(
      read().map(({ title, silent }) => [title, silent]),
      [['Price alert: TCS', true]],
    );
    assert.equal(service.read[0]?.headers['urgency'], 'low');
    world.wait(3600);
    await sendDue();
    assert.deepEqual(read().map(({ title, silent }) => [title, silent])[1], ['SIP instalments', false]);
  });

  it('web push/Subscriptions: a repeat changes nothing, the 21st browser is refused, and each is its person’s alone', async () => {
    const { id, browser } = await subscribed();
    const who = { userId: owner, sessionId: session };
    const again = { ...browser.subscription, label: 'Renamed' };
    assert.equal((await world.notifications.browsers.subscribe(who, again)).id, id);
    const { items } = await world.notifications.browsers.list(owner);
    assert.deepEqual(
      items.map(({ label }) => label),
      ['Renamed'],
    );
    assert.doesNotMatch(JSON.stringify(items), /fcm|p256dh|auth/);
    for (let number = 2; number <= 20; number += 1)
      await subscribed(`Browser ${number}`, `${path()}/${number}`);
    await assert.rejects(subscribed('One more', `${path()}/21`), { code: 'TOO_MANY_BROWSERS' });
    await world.notifications.browsers.subscribe(who, again);

    const other = await world.user(`other${counter}`);
    assert.deepEqual((await world.notifications.browsers.list(other)).items, []);
    await assert.rejects(world.notifications.browsers.remove(other, id), { code: 'BROWSER_NOT_FOUND' });
    await assert.rejects(world.notifications.browsers.sendTest(other, id), { code: 'BROWSER_NOT_FOUND' });
    await world.notifications.browsers.remove(owner, id);
    await assert.rejects(world.notifications.browsers.remove(owner, id), { code: 'BROWSER_NOT_FOUND' });
  });

  it('web push/Subscriptions: a browser that another person uses now gets nothing for the first', async () => {
    const { browser } = await subscribed();
    const other = await world.user(`other${counter}`);
    const who = { userId: other, sessionId: await signedIn(other) };
    const stranger = {
      ...browser.subscription,
      keys: { ...browser.subscription.keys, auth: 'A'.repeat(22) },
    };
    await world.notifications.browsers.subscribe(who, { ...stranger, label: 'guessed' });
    assert.equal((await world.notifications.browsers.list(owner)).items.length, 1, 'without its secret');
    await world.notifications.browsers.subscribe(who, { ...browser.subscription, label: 'same' });
    assert.deepEqual((await world.notifications.browsers.list(owner)).items, []);
  });

  it('web push/Subscriptions: returns 422 and names the field for an invalid subscription', async () => {
    const who = { userId: owner, sessionId: session };
    const { endpoint, keys } = service.browser(path()).subscription;
    for (const [field, input] of [
      ['endpoint', { endpoint: 'https://127.0.0.1/a', keys }],
      ['endpoint', { endpoint: 'https://evil.example/a', keys }],
      ['keys.p256dh', { endpoint, keys: { ...keys, p256dh: 'AAAA' } }],
      ['keys.auth', { endpoint, keys: { ...keys, auth: 'AAAA' } }],
    ] as const)
      await assert.rejects(world.notifications.browsers.subscribe(who, { ...input, label: 'x' }), (error) => {
        const { status, errors } = error as { status: number; errors: { field: string }[] };
        assert.deepEqual([status, errors.map((one) => one.field)], [422, [field]]);
        return true;
      });
    assert.equal(service.requests.length, 0);
  });

  it('web push/Sessions: signing out ends it, another sign-in does not, and expiry of the session does', async () => {
    const signIn = createSignIn(world.context, async () => [], {
      deliverCode: async () => false,
      endNotices: world.notifications.browsers.endOf,
      printCode: () => undefined,
    });
    await subscribed();
    const first = session;
    session = await signedIn(owner);
    await subscribed('Phone', `${path()}/phone`);
    await world.notifications.notify(owner, alert);
    await sendDue();
    assert.equal(service.read.length, 2);

    await world.notifications.notify(owner, { ...alert, dedupKey: 'waits' });
    await signIn.logout({ userId: owner, sessionId: session });
    await sendDue();
    assert.equal(service.read.length, 3, 'the phone gets nothing that waited');
    assert.deepEqual(
      (await world.notifications.browsers.list(owner)).items.map(({ label }) => label),
      ['Firefox on Linux'],
    );
    // A request to add the phone was in hand while its session was signed out.
    await subscribed('Phone', `${path()}/late`);
    await world.notifications.notify(owner, { ...alert, dedupKey: 'late' });
    await sendDue();
    assert.equal(service.read.length, 4, 'only the first browser');
    await world.database.asSystem('the first session expires', async (trx) => {
      await trx('identity.sessions').where({ id: first }).update({ expires_at: world.now() });
    });
    await world.notifications.notify(owner, { ...alert, dedupKey: 'expired' });
    await sendDue();
    assert.equal(service.read.length, 4);
    await world.notifications.prune(90);
    assert.deepEqual((await world.notifications.browsers.list(owner)).items, []);
    await signIn.close();
  });

  it('web push/Keys: drawn once for all processes, and the private part is in no answer', async () => {
    const { public_key } = await world.notifications.browsers.pushState();
    const other = createNotifications(world.context);
    assert.equal((await other.browsers.pushState()).public_key, public_key);
    assert.equal(Buffer.from(public_key ?? '', 'base64url').length, 65);
    await subscribed();
    await world.notifications.notify(owner, alert);
    await sendDue();
    assert.equal(service.read[0]?.publicKey, public_key);
    const secret = await readSecret(world.database, 'web_push_key');
    const seen = JSON.stringify([
      await world.notifications.browsers.pushState(),
      await world.notifications.browsers.list(owner),
      await world.notifications.list(owner),
      service.requests,
    ]);
    assert.ok(!seen.includes(secret));
  });

  it('web push/Off: nothing is queued for browsers, and the settings say why', async () => {
    await subscribed();
    const off = createNotifications({
      ...world.context,
      config: { ...world.context.config, WEB_PUSH_BASE_URL: null },
    });
    await off.notify(owner, alert);
    assert.deepEqual(await ofBrowsers(), []);
    const state = await off.browsers.pushState();
    assert.deepEqual([state.state, state.public_key], ['OFF', null]);
    assert.match(state.reason ?? '', /WEB_PUSH_BASE_URL/);
    const who = { userId: owner, sessionId: session };
    const input = { ...service.browser(path()).subscription, label: 'x' };
    await assert.rejects(off.browsers.subscribe(who, input), { code: 'WEB_PUSH_OFF' });
  });
});
