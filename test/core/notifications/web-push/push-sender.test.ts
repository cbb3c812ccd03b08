import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import {
  createPushSender,
  createPushSigner,
  PUSH_PACE,
} from '../../../../core/notifications/web-push/index.ts';
import { createLimiter, DAY_MS, type Limiter, type Timers } from '../../../../core/platform/index.ts';
import { BrowserKeys, PushService } from '../../../support/push-service.ts';

const NOW = new Date('2026-03-10T06:30:00.000Z');
const EASY = { concurrent: 5, perSecond: 10_000 };
const message = {
  text: Buffer.from('{"web_push":8030}'),
  isUrgent: true,
  replaces: '42',
  expiresAt: new Date(NOW.getTime() + 3_600_000),
};
const signer = createPushSigner(randomBytes(32).toString('base64url'), 'mailto:asha@example.org');

describe('core/notifications sending to push services', () => {
  let service: PushService;
  let now = NOW;
  before(async () => {
    service = new PushService();
    await service.start();
  });
  after(() => service.close());
  beforeEach(() => {
    now = NOW;
    service.calm();
    service.read.length = 0;
  });
  const sender = (over: { timeoutMs?: number; limiter?: Limiter } = {}) =>
    createPushSender({
      base: service.url,
      signer: async () => signer,
      limiter: createLimiter(EASY),
      clock: { now: () => now },
      ...over,
    });

  it('web push/RFC 8030, 8292: a message has its headers and a signature for its service', async () => {
    const { subscription } = service.browser('/fcm/send/headers');
    const target = { ...subscription.keys, endpoint: subscription.endpoint };
    const send = sender();
    assert.deepEqual(await send(target, message), { kind: 'sent' });
    assert.deepEqual(await send(target, { ...message, isUrgent: false, expiresAt: null }), { kind: 'sent' });
    const [loud, quiet] = service.read;
    assert.equal(loud?.text, '{"web_push":8030}');
    const { ttl, urgency, topic, 'content-encoding': encoding } = loud.headers;
    assert.deepEqual([ttl, urgency, encoding], ['3600', 'high', 'aes128gcm']);
    assert.match(String(topic), /^[A-Za-z0-9_-]{32}$/);
    assert.equal(quiet?.headers['topic'], topic, 'a repeat replaces what was not fetched yet');
    assert.deepEqual(
      [quiet?.headers['ttl'], quiet?.headers['urgency']],
      [String((28 * DAY_MS) / 1000), 'low'],
    );
    const { aud, sub, exp = 0 } = loud.claims;
    assert.deepEqual([aud, sub], ['https://fcm.googleapis.com', 'mailto:asha@example.org']);
    assert.ok(exp * 1000 > NOW.getTime() && exp * 1000 <= NOW.getTime() + DAY_MS);
    assert.equal(loud.publicKey, signer.publicKey);
    assert.equal(loud.size, quiet?.size);
  });

  it('web push/Replies: sent, gone, refused and busy differ, and no redirect is followed', async () => {
    const { subscription } = service.browser('/fcm/send/replies');
    const target = { ...subscription.keys, endpoint: subscription.endpoint };
    const answer = (status: number, headers: Record<string, string> = {}) =>
      service.answers.set('/fcm/send/replies', {
        status,
        type: 'text/html',
        body: '<b>garbage</b>',
        headers,
      });
    const send = sender();
    for (const [status, kind] of [
      [201, 'sent'],
      [200, 'sent'],
      [404, 'gone'],
      [410, 'gone'],
    ] as const) {
      answer(status);
      assert.equal((await send(target, message)).kind, kind, String(status));
    }
    for (const [status, retryable] of [
      [301, false],
      [400, false],
      [403, false],
      [413, false],
      [500, true],
      [503, true],
    ] as const) {
      answer(status, { location: `${service.url}/elsewhere` });
      const outcome = await send(target, message);
      assert.ok(outcome.kind === 'failed', String(status));
      assert.equal(outcome.failure.retryable, retryable, String(status));
      assert.match(outcome.failure.error, new RegExp(`status ${status}`));
      assert.doesNotMatch(outcome.failure.error, /garbage|fcm\/send/);
    }
    assert.ok(service.requests.every(({ path }) => path === '/fcm/send/replies'));
  });

  it('web push/Retry-After: nothing is sent to that service until then, and others do not wait', async () => {
    const busy = service.browser('/fcm/send/busy').subscription;
    const other = service.browser('/wpush/other', 'updates.push.services.mozilla.com').subscription;
    service.answers.set('/fcm/send/busy', {
      status: 429,
      type: 'text/plain',
      body: '',
      headers: { 'retry-after': '120' },
    });
    const send = sender();
    const toBusy = () => send({ ...busy.keys, endpoint: busy.endpoint }, message);
    const first = await toBusy();
    assert.ok(first.kind === 'failed');
    assert.deepEqual([first.failure.retryable, first.failure.retryAfter], [true, 120]);
    now = new Date(NOW.getTime() + 20_000);
    const second = await toBusy();
    assert.ok(second.kind === 'failed');
    assert.equal(second.failure.retryAfter, 100);
    assert.equal(service.read.length, 1);
    assert.equal((await send({ ...other.keys, endpoint: other.endpoint }, message)).kind, 'sent');
    now = new Date(NOW.getTime() + 120_000);
    await toBusy();
    assert.equal(service.read.length, 3);
  });

  it('web push/Timeout: a service that never answers, or breaks off, is tried again later', async () => {
    const { subscription } = service.browser('/fcm/send/mute');
    const target = { ...subscription.keys, endpoint: subscription.endpoint };
    const send = sender({ timeoutMs: 50 });
    for (const kind of ['hang', 'drop'] as const) {
      service.calm();
      service.fail({ kind });
      const outcome = await send(target, message);
      assert.ok(outcome.kind === 'failed' && outcome.failure.retryable, kind);
    }
  });

  it('web push/Endpoint: contacts only addresses of push services', async () => {
    const { subscription } = new BrowserKeys('https://evil.example/a');
    const outcome = await sender()({ ...subscription.keys, endpoint: subscription.endpoint }, message);
    assert.ok(outcome.kind === 'failed' && !outcome.failure.retryable);
    assert.equal(service.requests.length, 0);
  });

  it('web push/Rate: nothing is sent beside the limiter', async () => {
    const { subscription } = service.browser('/fcm/send/rate');
    let turns = 0;
    const closed: Limiter = {
      run: async (work) => {
        turns += 1;
        return turns > 2 ? await new Promise(() => undefined) : await work();
      },
      pause: () => undefined,
    };
    const send = sender({ limiter: closed });
    const target = { ...subscription.keys, endpoint: subscription.endpoint };
    const third = [await send(target, message), await send(target, message), send(target, message)][2];
    assert.equal(
      await Promise.race([third, new Promise((resolve) => setImmediate(resolve, 'waits'))]),
      'waits',
    );
    assert.equal(service.read.length, 2);
  });

  it('web push/Rate: of 10,000 queued messages at most 20 begin in any second and 5 are under way', async () => {
    let time = 0;
    const sleeping: { until: number; wake: () => void }[] = [];
    const timers: Timers = {
      now: () => time,
      sleep: (ms) => new Promise((wake) => void sleeping.push({ until: time + ms, wake })),
    };
    const limiter = createLimiter(PUSH_PACE, timers);
    const begun: number[] = [];
    let underWay = 0;
    let most = 0;
    const all = Promise.all(
      Array.from({ length: 10_000 }, () =>
        limiter.run(async () => {
          begun.push(time);
          underWay += 1;
          most = Math.max(most, underWay);
          await timers.sleep(30);
          underWay -= 1;
        }),
      ),
    );
    let isDone = false;
    void all.then(() => (isDone = true));
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      sleeping.sort((a, b) => a.until - b.until);
      time = Math.max(time, sleeping[0]?.until ?? time);
      while (sleeping[0] !== undefined && sleeping[0].until <= time) sleeping.shift()?.wake();
    }
    assert.equal(begun.length, 10_000);
    assert.equal(most, 5);
    for (const [index, at] of begun.entries())
      if (index >= 20) assert.ok(at - (begun[index - 20] ?? 0) >= 1000, `message ${index}`);
  });
});
