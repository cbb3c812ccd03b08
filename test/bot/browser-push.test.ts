import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '../support/chat-driver.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import { PushService } from '../support/push-service.ts';

describe('bot/Browsers: the outbox to push services', () => {
  let fixture: ChatFixture;
  let service: PushService;
  before(async () => {
    service = new PushService();
    await service.start();
    fixture = await chatFixture({ environment: { WEB_PUSH_BASE_URL: service.url } });
  });
  after(async () => {
    await fixture.close();
    await service.close();
  });

  it('web push/Delivery: a notice leads to its page, and a service that hangs holds up no other', async () => {
    const { core, ownerId } = fixture;
    const sessionId = randomUUID();
    await core.database.systemPool.query(
      `insert into identity.sessions (id, owner_user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [sessionId, ownerId],
    );
    for (const path of ['/hangs', '/works'])
      await core.notifications.browsers.subscribe(
        { userId: ownerId, sessionId },
        { ...service.browser(path).subscription, label: path },
      );
    const release = service.hold(/hangs/);
    const shown = () =>
      service.read.map(
        ({ text }) => (JSON.parse(text) as { notification: { navigate: string } }).notification,
      );
    const { id } = await core.notifications.notify(ownerId, {
      kind: 'policy_plan',
      dedupKey: 'plan 7',
      title: 'Orders worth ₹1,00,000 wait',
      body: 'Approve them.',
      payload: { policy_id: '3', plan_id: '7', state: 'PENDING_APPROVAL' },
    });
    const states = async () => {
      const { deliveries } = await core.notifications.get(ownerId, id ?? '');
      return new Map(deliveries.map(({ chat_title, state }) => [chat_title, state]));
    };
    await eventually(
      'the browser whose service works',
      async () => (await states()).get('/works') === 'SENT',
    );
    assert.equal((await states()).get('/hangs'), 'SENDING');
    release();
    await eventually('the other browser', async () => (await states()).get('/hangs') === 'SENT');
    assert.equal(service.read.length, 2);
    for (const notification of shown())
      assert.deepEqual(notification, {
        title: 'Orders of live policies',
        body: 'Open Munim to read it.',
        navigate: '/policies/plans/7',
        tag: id,
        silent: false,
      });
  });
});
